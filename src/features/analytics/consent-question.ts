import { setPreference } from '#src/lib/preferences.ts'
import { proxy } from '#src/lib/state.ts'

/** What is asked about: use, with where somebody came from, or that alone. */
export type ConsentSubject = 'use' | 'origin'

/** Whether it is asked now if something may be told. */
export const consentQuestion = proxy<{ isOpen: boolean; subject: ConsentSubject; hasGoogle: boolean }>({
  isOpen: false,
  subject: 'use',
  hasGoogle: false,
})

/** Both at once: what is used, and where somebody came from. */
export function answerConsent(answer: 'granted' | 'refused'): void {
  setPreference('usageConsent', answer)
  setPreference('attributionConsent', answer)
  consentQuestion.isOpen = false
}

/** Asked again at another visit, unless a choice is made meanwhile. */
export function putConsentOff(): void {
  consentQuestion.isOpen = false
}
