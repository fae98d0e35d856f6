import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { MAX_AMOUNT } from '#shared/domain/number-bounds.ts'
import { REFUND_REASONS, REFUND_STATES } from '#shared/domain/refund-rules.ts'

/** The amounts of a refund before its request. */
const offerSchema = z.lazy(() =>
  z.object({
    /** The amount of the refund, in cents. */
    amount: numbers.amount(),
    points: numbers.amount(),
    /** Spent points of the payment, which are not refunded. */
    spentPoints: numbers.amount(),
    /** The request cancels the plan, which ends with the refund. */
    endsPlan: z.boolean(),
  }),
)
export type RefundOffer = z.infer<typeof offerSchema>

const requestSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    state: z.enum(REFUND_STATES),
    amount: numbers.amount(),
    points: numbers.amount(),
    requestedAt: numbers.time(),
    /** The time of the decision; null while the refund is requested. */
    settledAt: z.nullable(numbers.time()),
  }),
)
export type RefundRequest = z.infer<typeof requestSchema>

/**
 * The refunds of a receipt. `offer` is null if no refund can be requested; `isLimited`: the account's limit of refunds is the only reason.
 */
export const receiptRefundsSchema = z.lazy(() =>
  z.object({ offer: z.nullable(offerSchema), isLimited: z.boolean(), requests: z.array(requestSchema) }),
)
export type ReceiptRefunds = z.infer<typeof receiptRefundsSchema>

/** The value of `refunds` in answers of servers of the previous build, during a deployment. */
export const NO_REFUNDS: ReceiptRefunds = { offer: null, isLimited: false, requests: [] }

/**
 * Requests a refund of one payment for the shown amounts. ORDER_PARAM_ERROR: no such payment. ORDER_STATUS_ERROR: requested already.
 * ORDER_CAN_NOT_REFUND: no part can be refunded. H4041: too many refunds. H4021: the amounts have changed, and nothing happened.
 */
export const requestRefund = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/payment/refund',
  input: z.lazy(() =>
    z.object({
      id: plainText(64, 1),
      reason: z.enum(REFUND_REASONS),
      amount: numbers.wholeNumber(1, MAX_AMOUNT),
      points: numbers.wholeNumber(0, MAX_AMOUNT),
    }),
  ),
  data: z.lazy(() => z.object({ state: z.enum(REFUND_STATES) })),
  idempotent: true,
})
