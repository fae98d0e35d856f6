import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { PLANS } from '#shared/domain/membership-terms.ts'

/**
 * CANCELLED: the plan runs to the end of its period without a renewal. PAST_DUE: a payment failed; all features work until `graceEndsAt`.
 */
export const SUBSCRIPTION_STATES = ['TRIAL', 'ACTIVE', 'PAST_DUE', 'CANCELLED'] as const

/** Actions on a plan besides cancelling it: withdraw the cancellation, retry a failed payment, change the card. */
export const PLAN_ACTIONS = ['resume', 'payNow', 'updateCard'] as const
export type PlanAction = (typeof PLAN_ACTIONS)[number]

/** The value of `can` in answers of servers of the previous build, during a deployment. */
const NOTHING_OFFERED = { resume: false, payNow: false, updateCard: false }

const subscriptionSchema = z.lazy(() =>
  z.object({
    orderId: z.string(),
    skuId: z.string(),
    plan: z.enum(PLANS),
    state: z.enum(SUBSCRIPTION_STATES),
    /** The price of the next cycle, in cents. */
    priceCents: numbers.amount(),
    currencyCode: z.string(),
    pointsPerCycle: numbers.amount(),
    /** The end of the current period. All times are in ms since 1970. */
    periodEndsAt: numbers.time(),
    /** When the plan renews; null after a cancellation. */
    renewsAt: z.nullable(numbers.time()),
    /** The end of the membership without another payment. */
    endsAt: numbers.time(),
    graceEndsAt: z.nullable(numbers.time()),
    /** Whether packs cost half; false during a trial. */
    hasPackDiscount: z.boolean(),
    /** The actions that the plan's state and its payment service allow now. */
    can: z._default(z.object({ resume: z.boolean(), payNow: z.boolean(), updateCard: z.boolean() }), NOTHING_OFFERED),
    /** The user withdrew the plan's cancellation, but the payment service has not confirmed the withdrawal yet. */
    isResuming: z._default(z.boolean(), false),
    /** The plan to which the page offers a change; null if there is no offer. */
    changeTo: z._default(z.nullable(z.enum(PLANS)), null),
    /**
     * The plan that starts at the end of the period, after a planned change. Until the payment service confirms the change, the server
     * repeats its request.
     */
    nextChange: z._default(
      z.nullable(
        z.object({
          plan: z.enum(PLANS),
          priceCents: numbers.amount(),
          points: numbers.amount(),
          at: numbers.time(),
          isConfirmed: z.boolean(),
        }),
      ),
      null,
    ),
    /** The user agreed to an immediate change whose outcome is unknown. */
    isChanging: z._default(z.boolean(), false),
  }),
)
export type Subscription = z.infer<typeof subscriptionSchema>

/** The running subscription. H4040: the account has none. */
export const getSubscription = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/user/subscribe/info',
  input: z.lazy(() => z.object({})),
  data: subscriptionSchema,
})

/** Cancels the renewals of a subscription; it runs to the end of the paid period. H4023: no such order. H4021: it no longer renews. */
export const unsubscribe = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/unsubscribe',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ endsAt: numbers.time() })),
  idempotent: true,
})

/**
 * Withdraws a cancellation before the plan ends. Until the payment service confirms the withdrawal, `renewsAt` is null and the server
 * repeats its request. H4023: no such order. H4021: the plan is not cancelled, has ended or is being refunded, the account will be deleted,
 * or the payment service cannot do it. H4043: another plan renews.
 */
export const resumePlan = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/resume',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ renewsAt: z.nullable(numbers.time()) })),
  idempotent: true,
})

/**
 * The payment service's page for another card. H4023: no such order. H4021: no payment has failed, or the service has no such page. H4013:
 * the service did not answer.
 */
export const openCardPage = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/card',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1), returnUrl: plainText(512, 1) })),
  data: z.lazy(() => z.object({ url: z.string().check(z.regex(/^https?:\/\//)) })),
})

/** `unknown`: the payment service has not reported the outcome. A retry does not charge the cycle twice. */
const PAY_NOW_OUTCOMES = ['paid', 'refused', 'unknown'] as const

/**
 * Retries the failed payment of a plan. Repeated calls charge a cycle once. H4023: no such order. H4021: no payment has failed, or the
 * payment service cannot retry it.
 */
export const payNow = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/sku/payment/pay-now',
  input: z.lazy(() => z.object({ orderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ outcome: z.enum(PAY_NOW_OUTCOMES) })),
  idempotent: true,
})
