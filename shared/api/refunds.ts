import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { MAX_AMOUNT } from '#shared/domain/number-bounds.ts'
import { REFUND_REASONS, REFUND_STATES } from '#shared/domain/refund-rules.ts'

/** What a refund gives and takes, before it is requested. */
const offerSchema = z.lazy(() =>
  z.object({
    /** Cents. */
    amount: numbers.amount(),
    /** Points taken back. */
    points: numbers.amount(),
    /** Points of the payment that are spent, and not paid back. */
    spentPoints: numbers.amount(),
    /** The plan is called off with the request, and ends when the money is given back. */
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
    /** When it was decided; null while it is requested. */
    settledAt: z.nullable(numbers.time()),
  }),
)
export type RefundRequest = z.infer<typeof requestSchema>

/** What a receipt says about refunds. `offer` is null where none can be requested; `isLimited`: only because of the limit. */
export const receiptRefundsSchema = z.lazy(() =>
  z.object({ offer: z.nullable(offerSchema), isLimited: z.boolean(), requests: z.array(requestSchema) }),
)
export type ReceiptRefunds = z.infer<typeof receiptRefundsSchema>

/** Of a server of the build before, during a deployment. */
export const NO_REFUNDS: ReceiptRefunds = { offer: null, isLimited: false, requests: [] }

/**
 * Requests a refund of one payment, for the amounts that were shown. ORDER_PARAM_ERROR: no such payment; ORDER_STATUS_ERROR: one is requested
 * already; ORDER_CAN_NOT_REFUND: nothing of it can be given back; H4041: too many refunds; H4021: the amounts have changed, and nothing was done.
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
