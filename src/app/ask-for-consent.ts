import { consentQuestion } from '#src/features/analytics/consent-question.ts'
import { readAppInfo } from '#src/lib/app-info.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { preferences } from '#src/lib/preferences.ts'
import { subscribe } from '#src/lib/state.ts'
import { usageConsent } from '#src/lib/usage-consent.ts'

/**
 * Asks once per visit whether use may be told: after somebody's first video, where anything is told at all, and until there is an
 * answer, here or in another tab. Rule: docs/rules.md, "Usage".
 */
export function askForConsent(): () => void {
  let hasAsked = false
  const look = () => {
    if (usageConsent() !== 'unasked') consentQuestion.isOpen = false
    else if (!hasAsked && hubState.work.finished.some(({ status, announcedBy }) => status === 'SUCCESS' && announcedBy !== null)) {
      hasAsked = true
      void ask()
    }
  }
  const ask = async () => {
    const info = await readAppInfo()
    hasAsked = info !== undefined
    const isTold = info?.hasUsageTracker === true || typeof info?.gtagId === 'string'
    if (isTold && usageConsent() === 'unasked') consentQuestion.isOpen = true
  }
  const stops = [subscribe(hubState, look), subscribe(preferences, look)]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
