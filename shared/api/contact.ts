import { z } from 'zod/mini'
import { emailSchema } from './account-inputs.ts'
import { defineCall, plainText } from './define-call.ts'
import { CONTACT_MESSAGE_MAX_LENGTH, CONTACT_SUBJECT_MAX_LENGTH } from '#shared/domain/support-rules.ts'

export const contactInputSchema = z.lazy(() =>
  z.object({
    email: emailSchema,
    subject: plainText(CONTACT_SUBJECT_MAX_LENGTH, 1),
    message: plainText(CONTACT_MESSAGE_MAX_LENGTH, 1),
  }),
)

/** Sends a message to the operator. */
export const contactUs = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/contact/us',
  input: contactInputSchema,
  data: z.lazy(() => z.object({})),
  idempotent: true,
})

/** Subscribes an address to the newsletter, after a confirmation by mail. The answer does not depend on whether the address is known. */
export const subscribeEmail = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/email/subscribe',
  input: z.lazy(() => z.object({ email: emailSchema })),
  data: z.lazy(() => z.object({})),
})
