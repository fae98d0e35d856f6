import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { BASE_CURRENCY } from '#shared/domain/sku-price.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { type CatalogueSku, SKUS, findSku, memberCents } from './skus.ts'

/** In minor units, as ISO 4217 counts them: cents of EUR, but whole yen. */
interface SkuPrice {
  readonly cents: number
  /** What a paying member pays for a pack. */
  readonly memberCents: number
}

/** Prices of currencies other than the catalogue's own, by currency and SKU. */
export type Prices = ReadonlyMap<string, ReadonlyMap<string, SkuPrice>>

const MOST_MINOR_UNITS = 1_000_000_000

const AMOUNT = 'a whole number of minor units, 1 to a billion'

const minorUnits = z.int(AMOUNT).min(1, AMOUNT).max(MOST_MINOR_UNITS, AMOUNT)
const priceSchema = z.strictObject({ price: minorUnits, discountPrice: minorUnits.optional() })
const currencySchema = z.record(z.string(), priceSchema)
const pricesSchema = z.record(z.string().regex(/^[A-Z]{3}$/, 'a currency is three capital letters'), currencySchema)

/** `PRICES`: a JSON text or the path of a file with one. Throws one sentence that says what is wrong, and where. */
export function readPrices(variable: string): Prices {
  if (variable.trim() === '') return new Map()
  const parsed = pricesSchema.safeParse(readJson(variable.trim()))
  if (!parsed.success) throw new Error(`PRICES: ${parsed.error.issues.map(issueText).join('; ')}.`)
  return new Map(Object.entries(parsed.data).map(([currency, listed]) => [currency, pricesOf(currency, listed)]))
}

function issueText({ path, message, code, ...issue }: z.core.$ZodIssue): string {
  const isKey = code === 'invalid_key' && 'issues' in issue
  return `${path.join('.')}: ${isKey ? (issue.issues[0]?.message ?? message) : message}`
}

function readJson(variable: string): unknown {
  const isInline = variable.startsWith('{')
  const text = isInline ? variable : readText(variable)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`PRICES: ${isInline ? 'this' : variable} is no JSON: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`PRICES: ${path} can't be read. It is a path of a JSON file, or the JSON itself.`, { cause })
  }
}

/** Each product has a price in each currency, or the currency is refused; the free week takes that of the plan which follows it. */
function pricesOf(currency: string, listed: z.infer<typeof currencySchema>): ReadonlyMap<string, SkuPrice> {
  const refuse = (what: string) => new Error(`PRICES: ${currency}${what}.`)
  if (currency === BASE_CURRENCY) throw refuse(' is what the catalogue is in, and can not be changed here')
  if (!Intl.supportedValuesOf('currency').includes(currency)) throw refuse(' is no currency of ISO 4217')
  const own = SKUS.filter(({ skuId }) => skuId !== FREE_TRIAL_SKU)
  const missing = own.filter(({ skuId }) => listed[skuId] === undefined).map(({ skuId }) => skuId)
  if (missing.length > 0) throw refuse(` has no price of ${missing.join(', ')}`)
  const unknown = Object.keys(listed).filter((skuId) => own.every((sku) => sku.skuId !== skuId))
  if (unknown.includes(FREE_TRIAL_SKU)) throw refuse(`.${FREE_TRIAL_SKU} takes the price of premium_weekly, and has none of its own`)
  if (unknown.length > 0) throw refuse(` has a price of ${unknown.join(', ')}, which is not sold`)
  return new Map(
    SKUS.map(({ skuId, plan }) => {
      const { price, discountPrice } = listed[skuId === FREE_TRIAL_SKU ? 'premium_weekly' : skuId] ?? { price: 0 }
      const half = memberCents({ cents: price })
      if (discountPrice !== undefined && plan !== null) throw refuse(`.${skuId} is a plan, which has no discountPrice`)
      // Members are promised half of the price.
      if ((discountPrice ?? half) > half) throw refuse(`.${skuId}.discountPrice is more than half of its price`)
      return [skuId, { cents: price, memberCents: discountPrice ?? half }]
    }),
  )
}

/** All that can be paid in, the catalogue's own first. */
export function currenciesOf(prices: Prices): readonly string[] {
  return [BASE_CURRENCY, ...prices.keys()]
}

/** A product at its price in a currency; undefined where it is not sold in it. */
export function skuIn(prices: Prices, skuId: string, currencyCode: string): CatalogueSku | undefined {
  const sku = findSku(skuId)
  if (sku === undefined || currencyCode === BASE_CURRENCY) return sku
  const price = prices.get(currencyCode)?.get(skuId)
  return price === undefined ? undefined : { ...sku, ...price }
}
