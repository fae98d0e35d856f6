import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type Result, fail, ok } from '#shared/result.ts'
import * as provider from '../payment-provider.ts'
import { isFresh } from '../subotiz/wire.ts'
import { createRefund, toRefundOutcome } from './create-refund.ts'
import { INTERVALS, createPlanChanges, cancelPlanChange } from './plan-changes.ts'
import { createSavedCards } from './saved-cards.ts'
import { toResult, idOf, isPaymentIntentId, toChargedOrder, toProviderOrder, toProviderSubscription } from './stripe-answers.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE_SIZE = 100
const MOST_INVOICES = 1000

interface StripeDeps {
  readonly stripe: Stripe
  readonly webhookSecret: string
  readonly origins: readonly string[]
}

type StripeResult<T> = Promise<Result<T, provider.PaymentFailure>>

/** Payments by Stripe's hosted checkout, which cannot be framed. Tested against a local stub, never against the paid service. */
export function createStripeProvider({ stripe, webhookSecret, origins }: StripeDeps): provider.PaymentProvider {
  return {
    id: 'stripe',
    origins,
    can: new Set(provider.PROVIDER_ABILITIES),
    // The idempotency key is our order id: a retry returns the same checkout.
    openCheckout: (request) => openCheckout(stripe, request, request.payOrderId),
    readOrder: ({ sessionId }) => readOrder(stripe, sessionId),
    async closeCheckout({ sessionId }) {
      if (isPaymentIntentId(sessionId)) {
        const cancellation = await toResult(stripe.paymentIntents.cancel(sessionId))
        return cancellation.ok || cancellation.error === 'refused' ? ok(null) : cancellation
      }
      const expiry = await toResult(stripe.checkout.sessions.expire(sessionId))
      if (expiry.ok) return ok(null)
      // Stripe refuses to expire a session that has ended, so after a refusal the state of the session decides.
      if (expiry.error !== 'refused') return expiry
      const session = await toResult(stripe.checkout.sessions.retrieve(sessionId))
      if (!session.ok) return session
      return session.value.status === 'open' ? fail('refused') : ok(null)
    },
    async cancelSubscription(ref, when) {
      // Stripe allows no cancellation while the subscription has a schedule.
      const planChangeRelease = await cancelPlanChange(stripe, ref)
      if (!planChangeRelease.ok) return planChangeRelease
      const request = when === 'now' ? stripe.subscriptions.cancel(ref) : stripe.subscriptions.update(ref, { cancel_at_period_end: true })
      const cancellation = await toResult(request)
      return cancellation.ok ? ok(null) : cancellation
    },
    async resumeSubscription(ref) {
      const resumption = await toResult(stripe.subscriptions.update(ref, { cancel_at_period_end: false }))
      return resumption.ok ? ok(null) : resumption
    },
    openCardPage: (ref, returnUrl) => openCardPage(stripe, ref, returnUrl),
    cancelPlanChange: (ref) => cancelPlanChange(stripe, ref),
    payNow: (ref, attempt) => payOpenInvoice(stripe, ref, attempt),
    refund: (refund) => createRefund(stripe, refund),
    async readRefund(ref) {
      const refundResult = await toResult(stripe.refunds.retrieve(ref))
      return refundResult.ok ? ok(toRefundOutcome(refundResult.value)) : refundResult
    },
    ...createPlanChanges(stripe),
    async orderOfSubscription(ref) {
      const subscription = await toResult(stripe.subscriptions.retrieve(ref))
      if (!subscription.ok) return subscription
      const payOrderId = subscription.value.metadata['payOrderId']
      return payOrderId === undefined ? fail('unknown') : ok(payOrderId)
    },
    savedCards: createSavedCards(stripe, (request, key) => openCheckout(stripe, request, key)),
    readEvent: (body, headers, nowMs) => readStripeEvent(stripe, webhookSecret, body, headers, nowMs),
  }
}

async function openCheckout(stripe: Stripe, request: provider.CheckoutRequest, idempotencyKey: string): StripeResult<provider.Checkout> {
  const coupon = await couponOf(stripe, request)
  if (!coupon.ok) return coupon
  const createdSession = await toResult(stripe.checkout.sessions.create(sessionParams(request, coupon.value), { idempotencyKey }))
  if (!createdSession.ok) return createdSession
  const { id: sessionId, url: checkoutUrl } = createdSession.value
  return checkoutUrl === null ? fail('refused') : ok({ sessionId, checkoutUrl, isEmbedded: false })
}

/** Opens Stripe's billing portal, which shows only the step for another card. */
async function openCardPage(stripe: Stripe, ref: string, returnUrl: string): StripeResult<string> {
  const subscription = await toResult(stripe.subscriptions.retrieve(ref))
  if (!subscription.ok) return subscription
  const customer = idOf(subscription.value.customer)
  if (customer === undefined) return fail('unknown')
  const after_completion = { type: 'redirect', redirect: { return_url: returnUrl } } as const
  const flow_data = { type: 'payment_method_update', after_completion } as const
  const session = await toResult(stripe.billingPortal.sessions.create({ customer, return_url: returnUrl, flow_data }))
  return session.ok ? ok(session.value.url) : session
}

/** Pays the open invoice of a subscription. Stripe refuses to charge an invoice that was paid meanwhile. */
async function payOpenInvoice(stripe: Stripe, ref: string, attempt: string): StripeResult<null> {
  const openInvoices = await toResult(stripe.invoices.list({ subscription: ref, status: 'open', limit: 1 }))
  if (!openInvoices.ok) return openInvoices
  const [invoice] = openInvoices.value.data
  if (invoice === undefined) return ok(null)
  const paymentResult = await toResult(stripe.invoices.pay(invoice.id, {}, { idempotencyKey: `${invoice.id} ${attempt}` }))
  return paymentResult.ok ? ok(null) : paymentResult
}

const SESSION_EXPANSIONS = ['payment_intent.latest_charge', 'payment_intent.latest_charge.refunds']

const INTENT_EXPANSIONS = ['latest_charge', 'latest_charge.refunds']

async function readOrder(stripe: Stripe, sessionId: string): StripeResult<provider.ProviderOrder> {
  if (isPaymentIntentId(sessionId)) {
    const intent = await toResult(stripe.paymentIntents.retrieve(sessionId, { expand: INTENT_EXPANSIONS }))
    return intent.ok ? ok(toChargedOrder(intent.value)) : intent
  }
  const session = await toResult(stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_EXPANSIONS }))
  if (!session.ok) return session
  const ref = idOf(session.value.subscription)
  if (ref === undefined) return ok(toProviderOrder(session.value, null))
  const subscription = await toResult(readSubscription(stripe, ref))
  return subscription.ok ? ok(toProviderOrder(session.value, subscription.value)) : subscription
}

async function readSubscription(stripe: Stripe, ref: string): Promise<provider.ProviderSubscription | null> {
  const subscription = await stripe.subscriptions.retrieve(ref, { expand: ['schedule'] })
  const invoiceParams = { subscription: ref, limit: PAGE_SIZE, expand: ['data.payments'] }
  const invoices = await stripe.invoices.list(invoiceParams).autoPagingToArray({ limit: MOST_INVOICES })
  const customer = idOf(subscription.customer)
  const charges =
    customer === undefined
      ? []
      : await stripe.charges.list({ customer, limit: PAGE_SIZE, expand: ['data.refunds'] }).autoPagingToArray({ limit: MOST_INVOICES })
  return toProviderSubscription(subscription, invoices, charges)
}

/**
 * A single-use coupon for each order with a promotion code, so that Stripe shows the discount. This server enforces the code's limits. Null
 * without a code.
 */
async function couponOf(stripe: Stripe, { payOrderId, discount, currencyCode }: provider.CheckoutRequest): StripeResult<string | null> {
  if (discount === null) return ok(null)
  const id = `order-${payOrderId}`
  const existingCoupon = await toResult(stripe.coupons.retrieve(id))
  if (existingCoupon.ok || existingCoupon.error !== 'unknown') return existingCoupon.ok ? ok(id) : existingCoupon
  const discountParams = { amount_off: discount.cents, currency: currencyCode.toLowerCase(), duration: 'once', max_redemptions: 1 } as const
  const createdCoupon = await toResult(
    stripe.coupons.create({ id, name: discount.code, ...discountParams }, { idempotencyKey: `coupon ${payOrderId}` }),
  )
  return createdCoupon.ok ? ok(id) : createdCoupon
}

/** The parameters of a checkout session. Prices come from our catalogue, so Stripe needs no setup. */
function sessionParams(request: provider.CheckoutRequest, coupon: string | null): Stripe.Checkout.SessionCreateParams {
  const { sku, payOrderId, amountCents, discount, currencyCode, payer } = request
  const metadata = { payOrderId }
  const price = { currency: currencyCode.toLowerCase(), product_data: { name: sku.name } }
  const sharedParams = {
    client_reference_id: payOrderId,
    customer_email: payer.email,
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    locale: 'en' as const,
    metadata,
    ...(coupon === null ? {} : { discounts: [{ coupon }] }),
  }
  if (sku.plan === null) {
    const line_items = [{ quantity: 1, price_data: { ...price, unit_amount: amountCents + (discount?.cents ?? 0) } }]
    return { ...sharedParams, mode: 'payment', line_items, payment_intent_data: { metadata } }
  }
  const recurring = { interval: INTERVALS[sku.plan] }
  const trial = sku.trialMs > 0 ? { trial_period_days: Math.round(sku.trialMs / DAY_MS) } : {}
  return {
    ...sharedParams,
    mode: 'subscription',
    line_items: [{ quantity: 1, price_data: { ...price, unit_amount: sku.cents, recurring } }],
    subscription_data: { metadata, ...trial },
  }
}

const NO_TOLERANCE = 0

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish()
const metadata = z.object({ payOrderId: z.string().optional() }).nullish()
const details = z.object({ subscription: reference, metadata }).nullish()

/** The fields in which Stripe's objects name their order and subscription. */
const eventObjectSchema = z.object({
  id: z.string(),
  object: z.string(),
  client_reference_id: z.string().nullish(),
  subscription: reference,
  metadata,
  parent: z.object({ subscription_details: details }).nullish(),
})
const eventSchema = z.object({ id: z.string(), type: z.string().max(100), data: z.object({ object: eventObjectSchema }) })

/** Reads events. Stripe's library verifies the signature; the time window is checked here, in both directions. */
function readStripeEvent(
  stripe: Pick<Stripe, 'webhooks'>,
  webhookSecret: string,
  body: Uint8Array,
  headers: Headers,
  nowMs: number,
): Result<provider.PaymentEvent, provider.EventFailure> {
  const header = headers.get('stripe-signature') ?? ''
  let event: unknown
  try {
    event = stripe.webhooks.constructEvent(Buffer.from(body), header, webhookSecret, NO_TOLERANCE)
  } catch (error) {
    return fail(error instanceof SyntaxError ? 'malformed' : 'forged')
  }
  const seconds = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? ''
  if (!isFresh(`${seconds}000`, nowMs)) return fail('old')
  const parsed = eventSchema.safeParse(event)
  if (!parsed.success) return fail('malformed')
  const { id: eventId, type, data } = parsed.data
  const { object: eventObject } = data
  const planDetails = eventObject.parent?.subscription_details
  const payOrderId = eventObject.client_reference_id ?? eventObject.metadata?.payOrderId ?? planDetails?.metadata?.payOrderId ?? null
  const subscriptionRef =
    eventObject.object === 'subscription' ? eventObject.id : (eventObject.subscription ?? planDetails?.subscription ?? null)
  return ok({ eventId, type, payOrderId, subscriptionRef })
}
