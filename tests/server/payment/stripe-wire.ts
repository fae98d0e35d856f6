// createCannedStripe(answers): the payment provider and Stripe's own client, with canned answers by method and path, and the requests that they
// sent. checkoutRequest(skuId): the request for a checkout. stripeList(data): a list in Stripe's format.
import { createStripeProvider } from '#server/billing/providers/stripe/stripe-provider.ts'
import { loadStripe } from '#server/billing/providers/open-payment.ts'
import { skuIn } from '#server/billing/catalogue/skus.ts'
import { examplePrices } from '../../fixtures/payment/example-prices.ts'

export const WEBHOOK_SECRET = 'whsec_test'
export const ORDER = { payOrderId: 'order-1', sessionId: 'cs_1', subscriptionRef: null }
export const START_S = Date.UTC(2027, 0, 4, 12) / 1000
export const WEEK_S = 7 * 24 * 60 * 60

export type Answer = { readonly status?: number; readonly body: object } | 'silence'

export async function createCannedStripe(answers: Readonly<Record<string, Answer>>) {
  const requests: { readonly key: string; readonly headers: Headers; readonly form: URLSearchParams }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const key = `${request.method} ${pathname}`
    const form = new URLSearchParams(await request.text())
    for (const [name, value] of searchParams) form.append(name, value)
    requests.push({ key, headers: request.headers, form })
    const answer = answers[key] ?? { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
    if (answer === 'silence') throw new TypeError('fetch failed')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  }
  const stripe = await loadStripe('sk_test', fetch)
  const provider = createStripeProvider({ stripe, webhookSecret: WEBHOOK_SECRET, origins: ['https://checkout.stripe.com'] })
  return { provider, requests, stripe }
}

export function checkoutRequest(skuId: string, currencyCode = 'USD') {
  const sku = skuIn(examplePrices(), skuId, currencyCode)
  if (sku === undefined) throw new Error(`no SKU ${skuId}`)
  return {
    payOrderId: 'order-1',
    sku,
    amountCents: 599,
    discount: null,
    currencyCode,
    payer: { id: 'payer-1', email: 'ada@example.org' },
    returnUrl: 'https://app.example/pay/success',
    cancelUrl: 'https://app.example/pay/cancel',
    isEmbedded: true,
    redirectOnCompletion: 'always' as const,
  }
}

export const stripeList = (data: readonly object[]) => ({ body: { object: 'list', data, has_more: false, url: '/v1/x' } })
