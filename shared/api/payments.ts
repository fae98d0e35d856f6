import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { PAY_RESULTS } from './pay-orders.ts'
import { defineCall, plainText } from './define-call.ts'
import { documentSchema } from './invoices.ts'
import { MAX_PAGE_ROWS } from '#shared/domain/number-bounds.ts'
import { NO_REFUNDS, receiptRefundsSchema } from './refunds.ts'

/** Payments per page of history. */
export const HISTORY_PAGE_SIZE = 20

export const TRANSACTION_TYPES = ['SUBSCRIPTION', 'PURCHASE'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/**
 * One payment, or the start of a free trial. All payments of a subscription share `orderId`; `id` identifies the payment and its receipt. A
 * subscription's row has `status` and a duration as `skuType`; a pack's row has `pointAmount`.
 */
export const transactionSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    orderId: z.string(),
    status: z.optional(numbers.kind()),
    skuType: z.optional(numbers.kind()),
    pointAmount: z.optional(numbers.amount()),
    occurredAt: numbers.time(),
    paymentMethod: numbers.kind(),
    currencyCode: z.string(),
    /** The paid amount in cents. */
    paidAmount: numbers.amount(),
    /** The refunded amount in cents. */
    refundedAmount: z.optional(numbers.amount()),
  }),
)
export type Transaction = z.infer<typeof transactionSchema>

/** Payments, newest first; `start` is the id of the last row that the caller has. */
export const getTransactions = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/payment/transactions',
  input: z.lazy(() =>
    z.object({
      start: z.optional(plainText(64)),
      limit: z.optional(numbers.queryNumber(1, MAX_PAGE_ROWS)),
      type: z.enum(TRANSACTION_TYPES),
    }),
  ),
  data: z.lazy(() => z.object({ data: z.array(transactionSchema), hasNext: z.boolean() })),
})

export const getPayment = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/payment/query',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ orderId: z.string(), status: z.enum(PAY_RESULTS) })),
})

const receiptSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    orderId: z.string(),
    /** The payer's name and e-mail address. */
    name: z.string(),
    email: z.string(),
    itemName: z.string(),
    occurredAt: numbers.time(),
    paymentMethod: numbers.kind(),
    currencyCode: z.string(),
    paidAmount: numbers.amount(),
    refundedAmount: numbers.amount(),
    points: numbers.amount(),
    /** The period of a subscription's payment; null for a pack. */
    period: z.nullable(z.object({ startsAt: numbers.time(), endsAt: numbers.time() })),
    /** The credit for unused time of the previous plan, which was deducted from the payment. Absent from servers of the previous build. */
    credit: z._default(z.nullable(z.object({ itemName: z.string(), amount: numbers.amount() })), null),
    /** The discount of a promotion code, which was deducted from the payment. */
    discount: z._default(z.nullable(z.object({ itemName: z.string(), amount: numbers.amount() })), null),
    /** The invoice, then a credit note per refund. Absent for the start of a trial and from servers of the previous build. */
    documents: z._default(z.array(documentSchema), []),
    refunds: z._default(receiptRefundsSchema, NO_REFUNDS),
  }),
)
export type Receipt = z.infer<typeof receiptSchema>

/** The receipt of one payment, by the id of its history row. */
export const getReceipt = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/payment/receipt',
  input: z.lazy(() => z.object({ id: plainText(64, 1) })),
  data: receiptSchema,
})
