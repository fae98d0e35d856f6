import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { emailSchema } from './account-inputs.ts'
import { defineCall, plainText } from './define-call.ts'
import { idSchema } from './operator.ts'
import { MAX_AMOUNT } from '#shared/domain/number-bounds.ts'
import { REFUND_STATES } from '#shared/domain/refund-rules.ts'
import { OPERATOR_POINTS_MAX, REASON_MAX_LENGTH } from '#shared/domain/operator-rules.ts'

export const reasonSchema = z.pipe(
  z.pipe(
    plainText(4 * REASON_MAX_LENGTH),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(z.minLength(1), z.maxLength(REASON_MAX_LENGTH), z.regex(/^\P{Cc}*$/u)),
)

/** Grants points or withdraws them. The user reads the reason in the ledger. H4044: the balance is lower than the withdrawal. */
export const changePoints = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/points',
  input: z.lazy(() =>
    z.object({
      id: idSchema,
      amount: z.int().check(
        z.minimum(-OPERATOR_POINTS_MAX),
        z.maximum(OPERATOR_POINTS_MAX),
        z.refine((amount) => amount !== 0),
      ),
      reason: reasonSchema,
    }),
  ),
  data: z.lazy(() => z.object({ balance: numbers.amount() })),
  idempotent: true,
})

/** Disables an account and ends all its sessions, or enables it again. */
export const disableAccount = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/account-state',
  input: z.lazy(() => z.object({ id: idSchema, isDisabled: z.boolean(), reason: reasonSchema })),
  data: z.lazy(() => z.object({})),
})

/** Schedules the erasure of an account at the user's request. `confirmation` is its e-mail address. */
export const eraseAccount = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/erase',
  input: z.lazy(() => z.object({ id: idSchema, confirmation: emailSchema, reason: reasonSchema })),
  data: z.lazy(() => z.object({ deletesAt: numbers.time() })),
})

/** Cancels a waiting or running task, or queues a waiting task again. H4021: the task has ended, or a task to be queued does not wait. */
export const steerTask = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/task',
  input: z.lazy(() => z.object({ taskId: idSchema, act: z.enum(['cancel', 'retry']) })),
  data: z.lazy(() => z.object({})),
})

/**
 * Refunds `amountCents` of the remaining part of a payment, once per key; the payment service decides. `endsPlan`: the paid plan ends with
 * the refund. ORDER_PARAM_ERROR: no such payment. ORDER_CAN_NOT_REFUND: the remaining part is smaller, or the service has no refunds.
 * ORDER_STATUS_ERROR: a refund is requested already.
 */
export const refundPayment = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/operator/refund',
  input: z.lazy(() =>
    z.object({ id: idSchema, amountCents: numbers.wholeNumber(1, MAX_AMOUNT), endsPlan: z.boolean(), reason: reasonSchema }),
  ),
  data: z.lazy(() => z.object({ state: z.enum(REFUND_STATES) })),
  idempotent: true,
})

export const RESENT_MAILS = ['receipt', 'reset'] as const

/** Sends a mail again: the receipt of a payment, or an account's code for a new password. `id` is the payment or the account. */
export const resendMail = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/mail',
  input: z.lazy(() => z.object({ kind: z.enum(RESENT_MAILS), id: idSchema })),
  data: z.lazy(() => z.object({})),
  idempotent: true,
})

/** Removes a user's file. A video and its poster are removed together, and their creation leaves its owner's lists. */
export const eraseFile = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/take-down',
  input: z.lazy(() => z.object({ name: idSchema, reason: reasonSchema })),
  data: z.lazy(() => z.object({})),
})
