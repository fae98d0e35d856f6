import type { Stripe } from 'stripe'
import type { OrderTruth, PaymentFailure, PaymentProvider, SubscriptionTruth } from '#server/providers/payment/payment-provider.ts'
import type { Result } from '#shared/result.ts'
import { fail, ok } from '#shared/result.ts'
import { readStripeNews } from './read-news.ts'
import { sessionParams } from './session-params.ts'
import { settled } from './stripe-failure.ts'
import { idOf, toOrderTruth, toSubscriptionTruth } from './to-truth.ts'

const PAGE = 100
const MOST_INVOICES = 1000

export interface StripeDeps {
  readonly stripe: Stripe
  readonly webhookSecret: string
  readonly origins: readonly string[]
}

type Read<T> = Promise<Result<T, PaymentFailure>>

/** Payments by Stripe's hosted checkout, which can't be framed. Its wire is tested against a local stand-in, never against the paid service. */
export function createStripeProvider({ stripe, webhookSecret, origins }: StripeDeps): PaymentProvider {
  return {
    id: 'stripe',
    origins,
    async openCheckout(request) {
      // Two checkouts are one: our order, which asks for the same each time.
      const options = { idempotencyKey: request.payOrderId }
      const made = await settled(stripe.checkout.sessions.create(sessionParams(request), options))
      if (!made.ok) return made
      const { id: sessionId, url: checkoutUrl } = made.value
      return checkoutUrl === null ? fail('refused') : ok({ sessionId, checkoutUrl, isEmbedded: false })
    },
    readOrder: ({ sessionId }) => readOrder(stripe, sessionId),
    async closeCheckout({ sessionId }) {
      const closed = await settled(stripe.checkout.sessions.expire(sessionId))
      if (closed.ok) return ok(null)
      // Refused is a session that is over already; whether it really is, its state tells.
      if (closed.error !== 'refused') return closed
      const session = await settled(stripe.checkout.sessions.retrieve(sessionId))
      if (!session.ok) return session
      return session.value.status === 'open' ? fail('refused') : ok(null)
    },
    async cancelSubscription(ref, when) {
      const called = when === 'now' ? stripe.subscriptions.cancel(ref) : stripe.subscriptions.update(ref, { cancel_at_period_end: true })
      const cancelled = await settled(called)
      return cancelled.ok ? ok(null) : cancelled
    },
    async orderOfSubscription(ref) {
      const found = await settled(stripe.subscriptions.retrieve(ref))
      if (!found.ok) return found
      const payOrderId = found.value.metadata['payOrderId']
      return payOrderId === undefined ? fail('unknown') : ok(payOrderId)
    },
    readNews: (body, headers, nowMs) => readStripeNews(stripe, webhookSecret, body, headers, nowMs),
  }
}

async function readOrder(stripe: Stripe, sessionId: string): Read<OrderTruth> {
  const session = await settled(stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }))
  if (!session.ok) return session
  const ref = idOf(session.value.subscription)
  if (ref === undefined) return ok(toOrderTruth(session.value, null))
  const subscription = await settled(readSubscription(stripe, ref))
  return subscription.ok ? ok(toOrderTruth(session.value, subscription.value)) : subscription
}

async function readSubscription(stripe: Stripe, ref: string): Promise<SubscriptionTruth | null> {
  const subscription = await stripe.subscriptions.retrieve(ref)
  const wanted = { subscription: ref, limit: PAGE, expand: ['data.payments'] }
  const invoices = await stripe.invoices.list(wanted).autoPagingToArray({ limit: MOST_INVOICES })
  const customer = idOf(subscription.customer)
  const charges =
    customer === undefined ? [] : await stripe.charges.list({ customer, limit: PAGE }).autoPagingToArray({ limit: MOST_INVOICES })
  return toSubscriptionTruth(subscription, invoices, charges)
}
