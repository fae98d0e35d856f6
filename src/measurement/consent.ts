import { preferences } from '#src/platform/preferences.ts'

type Consent = 'unasked' | 'granted' | 'refused'

/** Browser signals against tracking. */
export interface PrivacySignals {
  readonly globalPrivacyControl?: unknown
  readonly doNotTrack?: unknown
}

/** Whether the browser sends such a signal. Rule: docs/measurement.md, "Usage". */
export function asksNotToBeFollowed({ globalPrivacyControl, doNotTrack }: PrivacySignals = navigator): boolean {
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** The effective choice: the browser's signal counts where the person has not answered. */
export function effectiveConsent(choice: Consent, isSigned: boolean): Consent {
  return choice === 'unasked' && isSigned ? 'refused' : choice
}

/** Whether usage may be recorded now. */
export function usageConsent(): Consent {
  return effectiveConsent(preferences.usageConsent, asksNotToBeFollowed())
}

/** Whether attribution may be recorded now. */
export function originConsent(): Consent {
  return effectiveConsent(preferences.attributionConsent, asksNotToBeFollowed())
}
