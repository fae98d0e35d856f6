import { z } from 'zod'
import { minorDigits } from '#shared/domain/currencies.ts'
import { type Prices, SKUS } from '../catalogue/skus.ts'
import { webAddress } from '#server/variables/web-address.ts'

const LAST_PORT = 65_535
const SUBOTIZ_URL = 'https://api.subotiz.com'
const SUBOTIZ_CHECKOUT_ORIGIN = 'https://checkout.subotiz.com'
const STRIPE_CHECKOUT_ORIGIN = 'https://checkout.stripe.com'
const port = z.coerce.number().int().min(1).max(LAST_PORT)

export const PAYMENT_VARIABLES = {
  PAYMENT_PROVIDER: z.enum(['sandbox', 'subotiz', 'stripe']).optional(),
  CHECKOUT_PORT: port.optional(),
  CHECKOUT_ORIGIN: webAddress.optional(),
  SUBOTIZ_URL: webAddress.default(SUBOTIZ_URL),
  SUBOTIZ_CHECKOUT_ORIGIN: webAddress.default(SUBOTIZ_CHECKOUT_ORIGIN),
  SUBOTIZ_ACCESS_NO: z.string().min(1).optional(),
  SUBOTIZ_SECRET: z.string().min(1).optional(),
  SUBOTIZ_MERCHANT_ID: z.string().min(1).optional(),
  SUBOTIZ_PRICES: z.string().min(1).optional(),
  STRIPE_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  PRICES: z.string().default(''),
}

export interface SandboxConfig {
  /** The port of the sandbox's listener, on localhost only. */
  readonly port: number
  /** The sandbox's origin in browsers. */
  readonly origin: string
  /** Shows the page that simulates renewals and refunds; only on localhost. */
  readonly hasAdminPage: boolean
  /** The origin at which the app receives the sandbox's webhooks. */
  readonly webhookOrigin: string
  /** The origin at which this process calls the sandbox's API. */
  readonly apiOrigin: string
}

export interface SubotizConfig {
  readonly url: string
  readonly accessNo: string
  readonly secret: string
  readonly merchantId: string
  /**
   * Price ids at the provider, for products that have another id there. The key is the SKU, or `<SKU>:<currency>` for other currencies than
   * dollars.
   */
  readonly prices: ReadonlyMap<string, string>
}

export interface StripeConfig {
  readonly key: string
  readonly webhookSecret: string
}

export interface PaymentConfig {
  /** The origins of checkouts. Pages may open and frame them. */
  readonly checkoutOrigins: readonly string[]
  readonly provider:
    | ({ readonly name: 'sandbox' } & SandboxConfig)
    | ({ readonly name: 'subotiz' } & SubotizConfig)
    | ({ readonly name: 'stripe' } & StripeConfig)
}

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    readonly prices: Prices
  }
}

/** The address of the app and the role of this process. */
interface AppAddress {
  readonly port: number
  readonly host: string
  readonly isTls: boolean
  readonly origin: string
  readonly isLocalOnly: boolean
  /** True if the server is for users on other computers. */
  readonly isPublic: boolean
  /** True if other processes share the work (ROLE is not `all`): the port of this process is then not public. */
  readonly isOfFleet: boolean
  /** True if this process receives webhooks and serves the sandbox's checkout. */
  readonly servesRequests: boolean
}

const variablesSchema = z.object(PAYMENT_VARIABLES)
type Variables = z.infer<typeof variablesSchema>

/** The configuration of the payment provider. Throws one sentence if a required variable is missing or invalid. */
export function paymentConfig(env: Variables, prices: Prices, app: AppAddress): PaymentConfig {
  const name = env.PAYMENT_PROVIDER ?? 'sandbox'
  // On a public server, the sandbox as a default would give points away.
  if (env.PAYMENT_PROVIDER === undefined && app.isPublic)
    throw new Error('PAYMENT_PROVIDER: PUBLIC_ORIGIN is set, so choose a payment provider: subotiz, stripe, or sandbox (no real payments).')
  if (name === 'sandbox') {
    const sandbox = sandboxConfig(env, app)
    return { checkoutOrigins: [sandbox.origin], provider: { name, ...sandbox } }
  }
  if (name === 'subotiz') {
    const subotiz = subotizConfig(env)
    demandSubotizPrices(prices, subotiz.prices)
    return { checkoutOrigins: [new URL(env.SUBOTIZ_CHECKOUT_ORIGIN).origin], provider: { name, ...subotiz } }
  }
  demandStripeCurrencies(prices)
  return { checkoutOrigins: [STRIPE_CHECKOUT_ORIGIN], provider: { name, ...stripeConfig(env) } }
}

function sandboxConfig({ CHECKOUT_PORT, CHECKOUT_ORIGIN }: Variables, app: AppAddress): SandboxConfig {
  const ownPort = CHECKOUT_PORT ?? app.port + 1
  if (ownPort > LAST_PORT) throw new Error('There is no port above PORT for the sandbox checkout. Set CHECKOUT_PORT.')
  if (app.isOfFleet && CHECKOUT_ORIGIN === undefined)
    throw new Error(
      'CHECKOUT_ORIGIN: several processes share one sandbox checkout. Set the origin of the proxy in front of their CHECKOUT_PORT.',
    )
  if (ownPort === app.port) throw new Error('CHECKOUT_PORT must differ from PORT, because the checkout needs its own origin.')
  const ownOrigin = `http://127.0.0.1:${ownPort}`
  const origin = CHECKOUT_ORIGIN === undefined ? ownOrigin : new URL(CHECKOUT_ORIGIN).origin
  return {
    port: ownPort,
    origin,
    apiOrigin: app.servesRequests ? ownOrigin : origin,
    hasAdminPage: app.isLocalOnly && CHECKOUT_ORIGIN === undefined,
    webhookOrigin: app.isTls || !app.servesRequests ? app.origin : `http://${reachableHost(app.host)}:${app.port}`,
  }
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function subotizConfig(env: Variables): SubotizConfig {
  const { SUBOTIZ_ACCESS_NO: accessNo, SUBOTIZ_SECRET: secret, SUBOTIZ_MERCHANT_ID: merchantId } = env
  if (accessNo === undefined || secret === undefined || merchantId === undefined)
    throw new Error('PAYMENT_PROVIDER=subotiz needs SUBOTIZ_ACCESS_NO, SUBOTIZ_SECRET, and SUBOTIZ_MERCHANT_ID.')
  return { url: env.SUBOTIZ_URL, accessNo, secret, merchantId, prices: readPriceIds(env.SUBOTIZ_PRICES ?? '') }
}

function readPriceIds(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return new Map(
    pairs.map((pair) => {
      const [sku = '', price = ''] = pair.split('=').map((part) => part.trim())
      if (sku === '' || price === '') throw new Error('SUBOTIZ_PRICES must be a list such as premium_weekly=543321,premium_yearly=543322.')
      return [sku, price]
    }),
  )
}

/** Throws unless each plan has a price id at Subotiz in each currency of `PRICES`: a price object at Subotiz has one currency. */
function demandSubotizPrices(prices: Prices, ids: ReadonlyMap<string, string>): void {
  const neededKeys = SKUS.filter(({ plan }) => plan !== null).flatMap(({ skuId }) => [...prices.keys()].map((code) => `${skuId}:${code}`))
  const missingKeys = neededKeys.filter((key) => !ids.has(key))
  if (missingKeys.length > 0)
    throw new Error(`PRICES: each plan needs its own price at Subotiz. Add ${missingKeys.join(', ')} to SUBOTIZ_PRICES.`)
}

/** For these currencies, Stripe uses other minor units than ISO 4217. */
const STRIPE_UNIT_EXCEPTIONS = new Set(['ISK', 'MGA', 'UGX'])
const MAX_STRIPE_DIGITS = 2

function demandStripeCurrencies(prices: Prices): void {
  const unsupportedCodes = [...prices.keys()].filter((code) => STRIPE_UNIT_EXCEPTIONS.has(code) || minorDigits(code) > MAX_STRIPE_DIGITS)
  if (unsupportedCodes.length > 0)
    throw new Error(
      `PRICES: PAYMENT_PROVIDER=stripe does not support ${unsupportedCodes.join(', ')}, because Stripe uses other minor units.`,
    )
}

function stripeConfig({ STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret }: Variables): StripeConfig {
  if (key === undefined || webhookSecret === undefined)
    throw new Error('PAYMENT_PROVIDER=stripe needs STRIPE_KEY and STRIPE_WEBHOOK_SECRET.')
  return { key, webhookSecret }
}
