import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'
import { PLANS } from '#shared/domain/membership-terms.ts'

/** CANCELLED: runs to its end without a renewal. PAST_DUE: a payment failed; all features work until `graceEndsAt`. */
export const SUBSCRIPTION_STATES = ['TRIAL', 'ACTIVE', 'PAST_DUE', 'CANCELLED'] as const

const subscriptionSchema = z.lazy(() =>
  z.object({
    orderId: z.string(),
    skuId: z.string(),
    plan: z.enum(PLANS),
    state: z.enum(SUBSCRIPTION_STATES),
    /** The price of the next cycle, in cents. */
    priceCents: z.number(),
    currencyCode: z.string(),
    pointsPerCycle: z.number(),
    /** All times in ms since 1970. */
    periodEndsAt: z.number(),
    /** Null once it is cancelled. */
    renewsAt: z.nullable(z.number()),
    /** The end of the membership if nothing more is paid. */
    endsAt: z.number(),
    graceEndsAt: z.nullable(z.number()),
    /** Whether packs cost half: not during a trial. */
    hasPackDiscount: z.boolean(),
  }),
)
export type Subscription = z.infer<typeof subscriptionSchema>

/** The running subscription; H4040 where there is none. */
export const getSubscription = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/user/subscribe/info',
  input: z.lazy(() => z.object({})),
  data: subscriptionSchema,
})

/** Cancels the renewals of a subscription; it runs to the end of the paid period. H4023: no such order; H4021: it does not renew any more. */
export const unsubscribe = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/unsubscribe',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ endsAt: z.number() })),
  idempotent: true,
})
