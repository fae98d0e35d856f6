import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'
import { PLANS } from '#shared/domain/membership-terms.ts'

/** CANCELLED: runs to its end and is not renewed. PAST_DUE: a payment failed; everything works until `graceEndsAt`. */
export const SUBSCRIPTION_STATES = ['TRIAL', 'ACTIVE', 'PAST_DUE', 'CANCELLED'] as const

const subscriptionSchema = z.object({
  orderId: z.string(),
  skuId: z.string(),
  plan: z.enum(PLANS),
  state: z.enum(SUBSCRIPTION_STATES),
  /** Of the next cycle, in cents. */
  priceCents: z.number(),
  currencyCode: z.string(),
  pointsPerCycle: z.number(),
  /** All times in ms since 1970. */
  periodEndsAt: z.number(),
  /** Null once it is cancelled. */
  renewsAt: z.nullable(z.number()),
  /** Until when the membership lasts if nothing more is paid. */
  endsAt: z.number(),
  graceEndsAt: z.nullable(z.number()),
  /** Packs cost half: not during a trial. */
  hasPackDiscount: z.boolean(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

/** The subscription that runs now; H4040 where there is none. */
export const getSubscription = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/user/subscribe/info',
  input: z.object({}),
  data: subscriptionSchema,
})

/** Ends the renewals of a subscription; it runs to the end of what is paid. H4023: no such order; H4021: it does not renew any more. */
export const unsubscribe = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/unsubscribe',
  input: z.object({ orderId: plainText(64, 1) }),
  data: z.object({ endsAt: z.number() }),
  idempotent: true,
})
