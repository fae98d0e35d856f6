import type { AppInfo } from '#shared/api/app-info.ts'
import type { ConsentSubject } from '#src/features/analytics/consent-question.ts'
import { consentQuestion } from '#src/features/analytics/consent-question.ts'
import { readAppInfo } from '#src/lib/app-info.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { preferences } from '#src/lib/preferences.ts'
import { asksForOrigin, hearsOfUse } from '#src/lib/privacy-choices.ts'
import { subscribe } from '#src/lib/state.ts'
import { originConsent, usageConsent } from '#src/lib/usage-consent.ts'

const ANSWER_OF = { use: usageConsent, origin: originConsent }

const isUnanswered = (subject: ConsentSubject) => ANSWER_OF[subject]() === 'unasked'

/**
 * Asks once per visit whether something may be told: after somebody's first video, where anything is told at all, and until there is an
 * answer, here or in another tab. Rule: docs/rules.md, "Usage".
 */
export function askForConsent(isSecure = location.protocol === 'https:', readInfo: typeof readAppInfo = readAppInfo): () => void {
  let hasAsked = false
  const look = () => {
    if (consentQuestion.isOpen && !isUnanswered(consentQuestion.subject)) consentQuestion.isOpen = false
    const isOver = !isUnanswered('use') && !isUnanswered('origin')
    if (hasAsked || isOver || !hubState.work.finished.some(({ status, announcedBy }) => status === 'SUCCESS' && announcedBy !== null))
      return
    hasAsked = true
    void ask()
  }
  const ask = async () => {
    const info = await readInfo()
    hasAsked = info !== undefined
    const subject = info === undefined ? null : subjectOf(info, isSecure)
    if (subject !== null && isUnanswered(subject))
      Object.assign(consentQuestion, { isOpen: true, subject, hasGoogle: info?.gtagId !== null })
  }
  const stops = [subscribe(hubState, look), subscribe(preferences, look)]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}

/** What this server would be told: where somebody came from alone, only where it hears nothing of use. */
function subjectOf(info: AppInfo, isSecure: boolean): ConsentSubject | null {
  if (hearsOfUse(info)) return 'use'
  return asksForOrigin(info, isSecure) ? 'origin' : null
}
