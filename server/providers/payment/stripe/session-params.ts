import type { Stripe } from 'stripe'
import type { CheckoutRequest } from '#server/providers/payment/payment-provider.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const INTERVALS = { weekly: 'week', yearly: 'year' } as const

/** What Stripe is asked to sell. Prices come from our catalogue, so that nothing has to be set up over there. */
export function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { sku, payOrderId, amountCents, currencyCode, payer } = request
  const metadata = { payOrderId }
  const price = { currency: currencyCode.toLowerCase(), product_data: { name: sku.name } }
  const shared = {
    client_reference_id: payOrderId,
    customer_email: payer.email,
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    locale: 'en' as const,
    metadata,
  }
  if (sku.plan === null) {
    const line_items = [{ quantity: 1, price_data: { ...price, unit_amount: amountCents } }]
    return { ...shared, mode: 'payment', line_items, payment_intent_data: { metadata } }
  }
  const recurring = { interval: INTERVALS[sku.plan] }
  const trial = sku.trialMs > 0 ? { trial_period_days: Math.round(sku.trialMs / DAY_MS) } : {}
  return {
    ...shared,
    mode: 'subscription',
    line_items: [{ quantity: 1, price_data: { ...price, unit_amount: sku.cents, recurring } }],
    subscription_data: { metadata, ...trial },
  }
}
