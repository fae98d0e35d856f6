import type { ContactDraft } from '#src/lib/contact-draft.ts'
import { isEmail, normalizeEmail } from '#shared/domain/account-rules.ts'

export type ContactField = keyof ContactDraft
export type ContactProblem = 'missing' | 'shape'

/** What can be seen to be wrong before anything is sent. */
export function contactProblems({ email, subject, message }: ContactDraft): Partial<Record<ContactField, ContactProblem>> {
  return {
    ...(email.trim() === '' ? { email: 'missing' } : !isEmail(normalizeEmail(email)) && { email: 'shape' }),
    ...(subject.trim() === '' && { subject: 'missing' }),
    ...(message.trim() === '' && { message: 'missing' }),
  }
}
