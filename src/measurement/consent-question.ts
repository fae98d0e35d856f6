import type { AppInfo } from '#shared/api/app-info.ts'
import { setPreference, preferences } from '#src/store/preferences.ts'
import { proxy, subscribe, hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { type InfoDeps, requestAppInfo } from '#src/hub-client/app-info.ts'
import { isAttributionOn, isUsageTracked } from './privacy-choices.ts'

/** What the question is about: usage and attribution (`use`), or attribution alone (`origin`). */
type ConsentSubject = 'use' | 'origin'

export const consentQuestion = proxy<{ isOpen: boolean; subject: ConsentSubject; hasGoogle: boolean }>({
  isOpen: false,
  subject: 'use',
  hasGoogle: false,
})

/**
 * Asks for consent to tracking once per visit: after the first video, if this server tracks anything. The user may also answer in
 * another tab. Rule: docs/measurement.md, "Usage".
 */
export function askForConsent(isSecure = location.protocol === 'https:', deps: InfoDeps = { requestAppInfo }): () => void {
  let hasAsked = false
  const updateQuestion = () => {
    if (consentQuestion.isOpen && !isUnanswered(consentQuestion.subject)) consentQuestion.isOpen = false
    const isAllAnswered = !isUnanswered('use') && !isUnanswered('origin')
    if (
      hasAsked ||
      isAllAnswered ||
      !hubState.work.finished.some(({ status, announcedBy }) => status === 'SUCCESS' && announcedBy !== null)
    )
      return
    hasAsked = true
    void openQuestion()
  }
  const openQuestion = async () => {
    const info = await deps.requestAppInfo()
    hasAsked = info !== undefined
    const subject = info === undefined ? null : subjectOf(info, isSecure)
    if (subject !== null && isUnanswered(subject))
      Object.assign(consentQuestion, { isOpen: true, subject, hasGoogle: info?.gtagId !== null })
  }
  const stops = [subscribeKeys(hubState, ['work', 'connection'], updateQuestion), subscribe(preferences, updateQuestion)]
  updateQuestion()
  return () => {
    for (const stop of stops) stop()
  }
}

const CONSENT_OF = { use: usageConsent, origin: originConsent }

const isUnanswered = (subject: ConsentSubject) => CONSENT_OF[subject]() === 'unasked'

/** What to ask about, depending on what this server tracks: attribution alone only if it does not track usage. */
function subjectOf(info: AppInfo, isSecure: boolean): ConsentSubject | null {
  if (isUsageTracked(info)) return 'use'
  return isAttributionOn(info, isSecure) ? 'origin' : null
}

/** Stores the answer for usage and for attribution. */
export function answerConsent(answer: 'granted' | 'refused'): void {
  setPreference('usageConsent', answer)
  setPreference('attributionConsent', answer)
  consentQuestion.isOpen = false
}

/** Closes the question without an answer. It is asked again at the next visit, unless the user decides in the settings. */
export function postponeConsent(): void {
  consentQuestion.isOpen = false
}

type Consent = 'unasked' | 'granted' | 'refused'

export function usageConsent(): Consent {
  return effectiveConsent(preferences.usageConsent, asksNotToBeFollowed())
}

function originConsent(): Consent {
  return effectiveConsent(preferences.attributionConsent, asksNotToBeFollowed())
}

/** The consent that applies. If the user has not answered, a signal of the browser counts as a refusal. */
export function effectiveConsent(choice: Consent, hasSignal: boolean): Consent {
  return choice === 'unasked' && hasSignal ? 'refused' : choice
}

/** The browser settings by which a user objects to tracking. */
interface PrivacySignals {
  readonly globalPrivacyControl?: unknown
  readonly doNotTrack?: unknown
}

/** Whether the browser sends a signal against tracking. Rule: docs/measurement.md, "Usage". */
export function asksNotToBeFollowed({ globalPrivacyControl, doNotTrack }: PrivacySignals = navigator): boolean {
  return globalPrivacyControl === true || doNotTrack === '1'
}
