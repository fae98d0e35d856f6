import type { Stripe } from 'stripe'
import { type Result, fail, ok } from '#shared/result.ts'
import type { CardCharge, CardChargeResult, Checkout, CheckoutRequest, PaymentFailure, SavedCards } from '../payment-provider.ts'
import { toResult, idOf } from './stripe-answers.ts'

type StripeResult<T> = Promise<Result<T, PaymentFailure>>

/** The number of a customer's payments that one search reads. */
const PAGE_SIZE = 100
/** Marks charges that run without the payer; charges of a checkout do not have this mark. */
const OFF_SESSION_KEY = 'topUp'

/**
 * Charges cards that Stripe's checkout has saved, without the payer. If the bank requires a confirmation, the charge is declined and a
 * checkout of the same order replaces it.
 */
export function createSavedCards(
  stripe: Stripe,
  openCheckout: (request: CheckoutRequest, key: string) => StripeResult<Checkout>,
): SavedCards {
  return {
    async openPage({ id, payer, returnUrl }) {
      const terms = { mode: 'setup', customer_creation: 'always', payment_method_types: ['card'], locale: 'en' } as const
      const pages = { success_url: returnUrl, cancel_url: returnUrl }
      const params = { ...terms, ...pages, customer_email: payer.email, client_reference_id: id }
      const createdSession = await toResult(stripe.checkout.sessions.create(params, { idempotencyKey: `card ${id}` }))
      if (!createdSession.ok) return createdSession
      return createdSession.value.url === null ? fail('refused') : ok({ sessionId: createdSession.value.id, url: createdSession.value.url })
    },
    async read(sessionId) {
      const session = await toResult(stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] }))
      if (!session.ok) return session
      const { setup_intent: intent, customer } = session.value
      if (typeof intent !== 'object' || intent?.status !== 'succeeded') return ok(null)
      const [customerId, method] = [idOf(customer), intent.payment_method]
      const methodId = idOf(method)
      if (customerId === undefined || methodId === undefined) return fail('unknown')
      const card = typeof method === 'object' ? method?.card : undefined
      return ok({ ref: `${customerId} ${methodId}`, label: card ? `${card.display_brand ?? card.brand} ${card.last4}` : 'Card' })
    },
    charge: (charge) => chargeCard(stripe, charge, openCheckout),
  }
}

/**
 * The states of a failed charge. `succeeded` and `processing` count as charged. In any other state the result is unknown, so the charge is
 * checked again later.
 */
const FAILED_STATUSES = new Set<string>(['requires_action', 'requires_payment_method', 'canceled'])

/**
 * Charges a card once per order. Stripe deletes idempotency keys after a day, so this first searches for an existing charge of the order.
 */
async function chargeCard(
  stripe: Stripe,
  charge: CardCharge,
  openCheckout: (request: CheckoutRequest, key: string) => StripeResult<Checkout>,
): StripeResult<CardChargeResult> {
  const { payOrderId, cardRef, amountCents, currencyCode, sku, mayCharge } = charge
  const [customer = '', payment_method = ''] = cardRef.split(' ')
  const paymentList = await toResult(stripe.paymentIntents.list({ customer, limit: PAGE_SIZE }))
  if (!paymentList.ok) return paymentList
  const isChargeOfOrder = ({ metadata }: Stripe.PaymentIntent) =>
    metadata['payOrderId'] === payOrderId && metadata[OFF_SESSION_KEY] === 'true'
  let intent = paymentList.value.data.find(isChargeOfOrder)
  if (intent === undefined) {
    if (!mayCharge) return fail('unknown')
    const params = {
      amount: amountCents,
      currency: currencyCode.toLowerCase(),
      customer,
      payment_method,
      description: sku.name,
      off_session: true,
      confirm: true,
      metadata: { payOrderId, [OFF_SESSION_KEY]: 'true' },
    }
    const createdIntent = await settledIntent(stripe.paymentIntents.create(params, { idempotencyKey: `top-up ${payOrderId}` }))
    if (!createdIntent.ok) return createdIntent
    intent = createdIntent.value
  }
  const { status, last_payment_error: error } = intent
  if (status === 'succeeded' || status === 'processing') return ok({ outcome: 'charged', sessionId: intent.id })
  if (!FAILED_STATUSES.has(status)) return fail('away')
  if (status !== 'requires_action' && error?.code !== 'authentication_required') return ok({ outcome: 'declined', sessionId: intent.id })
  const checkout = await openCheckout({ ...charge, isEmbedded: false, redirectOnCompletion: 'always' }, `confirm ${payOrderId}`)
  return checkout.ok ? ok({ outcome: 'confirm', sessionId: checkout.value.sessionId, checkoutUrl: checkout.value.checkoutUrl }) : checkout
}

/** Stripe returns a declined charge as an error that contains its payment. */
async function settledIntent(call: Promise<Stripe.PaymentIntent>): StripeResult<Stripe.PaymentIntent> {
  let declinedIntent: Stripe.PaymentIntent | undefined
  const intentResult = await toResult(
    call.catch((error: unknown) => {
      if (error instanceof Error && 'payment_intent' in error) declinedIntent = error.payment_intent as Stripe.PaymentIntent | undefined
      throw error
    }),
  )
  return declinedIntent === undefined ? intentResult : ok(declinedIntent)
}
