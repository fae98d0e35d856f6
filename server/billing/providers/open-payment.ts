import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Logger } from '#server/telemetry/log.ts'
import { type Database, and, eq, inArray, notInArray, payOrder, subscription } from '#server/database/database.ts'
import type { ServiceConfig } from '#server/verbs/services.ts'
import type { PaymentConfig, SandboxConfig } from './payment-config.ts'
import { type Prices, currenciesOf, skuIn, SKUS } from '../catalogue/skus.ts'
import { type CheckoutServer, type PaymentProvider, PAYMENT_WEBHOOK_PATH, PROVIDER_ABILITIES } from './payment-provider.ts'
import { createSandbox } from './sandbox/create-sandbox.ts'
import type { MountAdmin, SandboxPrice } from './sandbox/sandbox-deps.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'
import { createSubotizProvider } from './subotiz/subotiz-provider.ts'

const SANDBOX_MERCHANT = 'sandbox'

interface PaymentDeps {
  readonly config: Pick<ServiceConfig, 'prices' | 'origins'> & { readonly payment: PaymentConfig }
  readonly db: Database
  /** The installation's secret; the sandbox's keys derive from it. */
  readonly secret: string
  readonly nowMs: () => number
  readonly log: Logger
  /** Sends requests to the provider, and the sandbox's webhooks to the app. */
  readonly fetch: typeof globalThis.fetch
  /** Adds the sandbox's admin page from `server/dev`. */
  readonly mountSandboxAdmin: MountAdmin
}

export interface Payment {
  readonly provider: PaymentProvider
  /** The sandbox's checkout server; null with an external provider. */
  readonly checkout: CheckoutServer | null
}

/** The configured payment provider. Throws one sentence if it cannot be used. */
export async function openPayment(deps: PaymentDeps): Promise<Payment> {
  const { config, nowMs, fetch } = deps
  await requireTrialPrices(deps)
  const { provider, checkoutOrigins: origins } = config.payment
  if (provider.name === 'sandbox') return openSandbox(deps, provider)
  const providerDeps = { origins, nowMs, fetch }
  if (provider.name === 'subotiz')
    return { provider: createSubotizProvider({ ...providerDeps, ...provider, id: 'subotiz' }), checkout: null }
  const stripe = await loadStripe(provider.key, fetch)
  return { provider: createStripeProvider({ stripe, webhookSecret: provider.webhookSecret, origins }), checkout: null }
}

function openSandbox({ config, db, secret, nowMs, log, fetch, mountSandboxAdmin }: PaymentDeps, sandbox: SandboxConfig): Payment {
  const keys = { accessNo: SANDBOX_MERCHANT, secret: createHmac('sha256', secret).update('sandbox checkout').digest('hex') }
  const checkout = createSandbox({
    ...keys,
    db,
    nowMs,
    fetch,
    prices: sandboxPrices(config.prices),
    origin: sandbox.origin,
    appOrigins: config.origins.map((origin) => new URL(origin).origin),
    webhookUrl: `${sandbox.webhookOrigin}${PAYMENT_WEBHOOK_PATH}sandbox`,
    mountAdmin: sandbox.hasAdminPage ? mountSandboxAdmin : null,
    onProblem: (error) => log.warn({ err: error }, 'Sandbox checkout error'),
  })
  const provider = createSubotizProvider({
    ...keys,
    id: 'sandbox',
    url: sandbox.apiOrigin,
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

/** Refuses to start while a running trial's currency has no price: the first charge after the trial uses the configured price. */
async function requireTrialPrices({ db, config }: PaymentDeps): Promise<void> {
  // A trial whose first charge failed is past due, and the charge is retried.
  const isInTrial = inArray(subscription.state, ['trial', 'past_due'])
  const rows = await db
    .selectDistinct({ currencyCode: payOrder.currencyCode })
    .from(subscription)
    .innerJoin(payOrder, eq(payOrder.id, subscription.orderId))
    .where(and(isInTrial, notInArray(payOrder.currencyCode, [...currenciesOf(config.prices)])))
  const missingCurrencies = rows.map(({ currencyCode }) => currencyCode)
  if (missingCurrencies.length > 0)
    throw new Error(`PRICES: keep the prices in ${missingCurrencies.join(', ')}. Free trials in this currency are running or not paid yet.`)
}

/** The catalogue in each currency, as a merchant would configure it at the payment service. */
export function sandboxPrices(prices: Prices): SandboxPrice[] {
  const skusByCurrency = currenciesOf(prices).flatMap((currencyCode) =>
    SKUS.map(({ skuId }) => ({ currencyCode, sku: skuIn(prices, skuId, currencyCode) })),
  )
  return skusByCurrency.flatMap(({ currencyCode, sku }) => {
    if (sku === undefined) return []
    const { skuId: id, name, cents, plan, trialMs } = sku
    return [{ id, name, currencyCode, cents, plan, trialMs }]
  })
}

const ANSWER_TIMEOUT_MS = 10_000
const MAX_RETRIES = 1

/** Loads Stripe's client. Its package is optional: throws one sentence if it is not installed. */
export async function loadStripe(key: string, fetch: typeof globalThis.fetch): Promise<Stripe> {
  const { Stripe } = await import('stripe').catch((cause: unknown) => {
    throw new Error('PAYMENT_PROVIDER=stripe needs the stripe package: npm install --include=optional.', { cause })
  })
  const httpClient = Stripe.createFetchHttpClient(fetch)
  return new Stripe(key, { httpClient, timeout: ANSWER_TIMEOUT_MS, maxNetworkRetries: MAX_RETRIES, telemetry: false })
}
