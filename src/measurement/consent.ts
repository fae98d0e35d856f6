import { preferences } from '#src/platform/preferences.ts'

type Consent = 'unasked' | 'granted' | 'refused'

/** Signs by which a browser says for its person that nobody is to be followed. */
export interface PrivacySignals {
  readonly globalPrivacyControl?: unknown
  readonly doNotTrack?: unknown
}

/** Whether the browser itself asks that nobody is followed. Rule: docs/measurement.md, "Usage". */
export function asksNotToBeFollowed({ globalPrivacyControl, doNotTrack }: PrivacySignals = navigator): boolean {
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** What holds of a choice: a browser's sign answers where a person has not. */
export function effectiveConsent(choice: Consent, isSigned: boolean): Consent {
  return choice === 'unasked' && isSigned ? 'refused' : choice
}

/** Whether it may be told now what is used. */
export function usageConsent(): Consent {
  return effectiveConsent(preferences.usageConsent, asksNotToBeFollowed())
}

/** Whether it may be told now where somebody came from. */
export function originConsent(): Consent {
  return effectiveConsent(preferences.attributionConsent, asksNotToBeFollowed())
}
