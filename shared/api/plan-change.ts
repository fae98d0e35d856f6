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
    /** Cents: the new plan's price, what unused time pays of it, and what is charged when it is agreed to. */
    priceCents: numbers.amount(),
    creditCents: numbers.amount(),
    dueCents: numbers.amount(),
    /** Added with the first payment of the new plan. */
    points: numbers.amount(),
    /** The first period of the new plan; the next charge of its price is at its end. ms since 1970. */
    startsAt: numbers.time(),
    endsAt: numbers.time(),
    /** From then on it can't be agreed to. */
    expiresAt: numbers.time(),
  }),
)
export type PlanQuote = z.infer<typeof quoteSchema>

/**
 * What a change of the plan costs, now or at the end of the period. Nothing is changed. H4023: no such order; H4021: it can't be changed; H4013: the
 * payment service did not answer.
 */
export const quotePlanChange = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/change/quote',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1), plan: z.enum(PLANS) })),
  data: quoteSchema,
})

/** `changed`: paid and in effect. `planned`: follows at the end of the period. `refused`: the card was, and nothing was charged. `unknown`: it is asked again. */
const CHANGE_OUTCOMES = ['changed', 'planned', 'refused', 'unknown'] as const

/** Agrees to a quote. A quote is charged once, however often it is agreed to. H4021: it is not true any more, and nothing was changed. */
export const agreePlanChange = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/change',
  input: z.lazy(() => z.object({ quoteId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ outcome: z.enum(CHANGE_OUTCOMES) })),
  idempotent: true,
})

/** Takes back a change that was agreed to for the end of the period. H4023: no such order; H4021: none is, or it has taken effect. */
export const keepPlan = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/change/take-back',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ isConfirmed: z.boolean() })),
  idempotent: true,
})
