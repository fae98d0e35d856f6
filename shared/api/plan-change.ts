import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { PLANS, PLAN_CHANGES } from '#shared/domain/membership-terms.ts'

const quoteSchema = z.lazy(() =>
  z.object({
    quoteId: z.string(),
    orderId: z.string(),
    kind: z.enum(PLAN_CHANGES),
    from: z.enum(PLANS),
    to: z.enum(PLANS),
    currencyCode: z.string(),
    /** Cents: the new plan's price, the credit for unused time, and the charge when the user agrees. */
    priceCents: numbers.amount(),
    creditCents: numbers.amount(),
    dueCents: numbers.amount(),
    /** Points that the first payment of the new plan adds. */
    points: numbers.amount(),
    /** The first period of the new plan; the next charge is at its end. Ms since 1970. */
    startsAt: numbers.time(),
    endsAt: numbers.time(),
    expiresAt: numbers.time(),
  }),
)
export type PlanQuote = z.infer<typeof quoteSchema>

/**
 * Quotes a change of the plan, now or at the end of the period, without changing anything. H4023: no such order. H4021: the plan can't be
 * changed. H4013: the payment service did not answer.
 */
export const quotePlanChange = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/change/quote',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1), plan: z.enum(PLANS) })),
  data: quoteSchema,
})

/**
 * `changed`: paid and in effect. `planned`: starts at the end of the period. `refused`: the card was declined, nothing was charged.
 * `unknown`: the payment service did not report the outcome; the server asks it again.
 */
const CHANGE_OUTCOMES = ['changed', 'planned', 'refused', 'unknown'] as const

/**
 * Agrees to a quote. A repeated call charges the quote once. H4023: no such quote. H4021: the quote is no longer valid, and nothing was
 * changed. H4043: another plan renews. H4013: the payment service did not answer.
 */
export const agreePlanChange = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/change',
  input: z.lazy(() => z.object({ quoteId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ outcome: z.enum(CHANGE_OUTCOMES) })),
  idempotent: true,
})

/** Withdraws a plan change for the end of the period. H4023: no such order. H4021: no change is planned, or the change is in effect. */
export const cancelPlanChange = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/change/take-back',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ isConfirmed: z.boolean() })),
  idempotent: true,
})
