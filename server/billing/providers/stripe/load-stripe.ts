import type { Stripe } from 'stripe'

const ANSWER_TIMEOUT_MS = 10_000
const MOST_REPEATS = 1

/** Loads Stripe's client. Its package is optional: throws one sentence where it is not installed. */
export async function loadStripe(key: string, fetch: typeof globalThis.fetch): Promise<Stripe> {
  const { Stripe } = await import('stripe').catch((cause: unknown) => {
    throw new Error('PAYMENT_PROVIDER=stripe needs the package stripe: npm install --include=optional.', { cause })
  })
  const httpClient = Stripe.createFetchHttpClient(fetch)
  return new Stripe(key, { httpClient, timeout: ANSWER_TIMEOUT_MS, maxNetworkRetries: MOST_REPEATS, telemetry: false })
}
