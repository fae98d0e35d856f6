import type { Logger } from 'pino'
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SandboxConfig } from '#server/payment-config.ts'
import { SKUS } from '../catalogue/skus.ts'
import { type CheckoutServer, type PaymentProvider, PAYMENT_WEBHOOK_PATH, PROVIDER_ABILITIES } from './payment-provider.ts'
import { createSandbox } from './sandbox/create-sandbox.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'
import { createSubotizProvider } from './subotiz/subotiz-provider.ts'

const SANDBOX_MERCHANT = 'sandbox'

interface OpenPayment {
  readonly config: Pick<Config, 'payment' | 'origins'>
  readonly db: Database
  /** The installation's secret; the sandbox's keys derive from it. */
  readonly secret: string
  readonly nowMs: () => number
  readonly log: Logger
  /** Requests to the provider, and the sandbox's events to the app. */
  readonly fetch: typeof globalThis.fetch
}

export interface Payment {
  readonly provider: PaymentProvider
  /** Null with an external provider. */
  readonly checkout: CheckoutServer | null
}

/** The configured payment provider. Throws one sentence where it cannot be used. */
export async function openPayment(deps: OpenPayment): Promise<Payment> {
  const { config, nowMs, fetch } = deps
  const { taker, checkoutOrigins: origins } = config.payment
  if (taker.name === 'sandbox') return openSandbox(deps, taker)
  const shared = { origins, nowMs, fetch }
  if (taker.name === 'subotiz') return { provider: createSubotizProvider({ ...shared, ...taker, id: 'subotiz' }), checkout: null }
  const stripe = await loadStripe(taker.key, fetch)
  return { provider: createStripeProvider({ stripe, webhookSecret: taker.webhookSecret, origins }), checkout: null }
}

function openSandbox({ config, db, secret, nowMs, log, fetch }: OpenPayment, taker: SandboxConfig): Payment {
  const keys = { accessNo: SANDBOX_MERCHANT, secret: createHmac('sha256', secret).update('sandbox checkout').digest('hex') }
  const checkout = createSandbox({
    ...keys,
    db,
    nowMs,
    fetch,
    prices: SKUS.map(({ skuId: id, name, cents, plan, trialMs }) => ({ id, name, cents, plan, trialMs })),
    origin: taker.origin,
    appOrigins: config.origins.map((origin) => new URL(origin).origin),
    newsUrl: `${taker.newsOrigin}${PAYMENT_WEBHOOK_PATH}sandbox`,
    hasAdminPage: taker.hasDesk,
    onProblem: (error) => log.warn({ err: error }, 'the sandbox checkout had a problem'),
  })
  const provider = createSubotizProvider({
    ...keys,
    id: 'sandbox',
    url: taker.apiOrigin,
    merchantId: SANDBOX_MERCHANT,
    prices: new Map(),
    origins: config.payment.checkoutOrigins,
    can: new Set(PROVIDER_ABILITIES),
    hasSavedCards: true,
    nowMs,
    fetch,
  })
  return { provider, checkout }
}

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
