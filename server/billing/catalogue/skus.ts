import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SkuPage } from '#shared/api/catalogue.ts'
import * as terms from '#shared/domain/membership-terms.ts'
import { BASE_CURRENCY, packName, CONSUMABLE_SKU, SUBSCRIPTION_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'

const WEEKLY_CENTS = 999
const YEARLY_CENTS = 4999

/** A product. A plan charges `cents` (minor units of a currency) per cycle, after its trial if any; a pack adds `points` once. */
export interface CatalogueSku {
  readonly skuId: string
  readonly page: SkuPage
  readonly skuType: number
  readonly name: string
  readonly cents: number
  /** The pack price for a paying member, if it is not half of `cents`. */
  readonly memberCents?: number
  readonly points: number
  readonly plan: terms.Plan | null
  readonly trialMs: number
  readonly tip: string
}

const PLAN = { page: 'page1', skuType: SUBSCRIPTION_SKU, trialMs: 0, tip: '' } as const
const PACK = { skuType: CONSUMABLE_SKU, plan: null, trialMs: 0, tip: '' } as const

/** The catalogue in dollars; `skuIn` returns other currencies. Orders store their own price, so these prices may change. */
export const SKUS: readonly CatalogueSku[] = [
  { ...PLAN, skuId: 'premium_weekly', name: 'Premium weekly', plan: 'weekly', cents: WEEKLY_CENTS, points: terms.WEEKLY_PLAN_POINTS },
  {
    ...PLAN,
    skuId: 'premium_yearly',
    name: 'Premium yearly',
    plan: 'yearly',
    cents: YEARLY_CENTS,
    points: terms.YEARLY_PLAN_POINTS,
    tip: 'Best value',
  },
  {
    ...PLAN,
    skuId: terms.FREE_TRIAL_SKU,
    name: 'Premium weekly, first week free',
    skuType: TRIAL_SKU,
    plan: 'weekly',
    cents: WEEKLY_CENTS,
    points: terms.WEEKLY_PLAN_POINTS,
    trialMs: terms.TRIAL_MS,
  },
  { ...PACK, page: 'page2', skuId: 'points_100', name: '100 points', cents: 499, points: 100 },
  { ...PACK, page: 'page2', skuId: 'points_300', name: '300 points', cents: 1199, points: 300 },
  { ...PACK, page: 'page2', skuId: 'points_800', name: '800 points', cents: 2499, points: 800 },
  { ...PACK, page: 'page3', skuId: 'points_2000', name: '2,000 points', cents: 4999, points: 2000 },
  { ...PACK, page: 'page3', skuId: 'points_5000', name: '5,000 points', cents: 9999, points: 5000, tip: 'Best value' },
]

export function findSku(skuId: string): CatalogueSku | undefined {
  return SKUS.find((sku) => sku.skuId === skuId)
}

/** The product of a plan. This is never the free trial. */
export function skuOfPlan(plan: terms.Plan): CatalogueSku {
  const sku = SKUS.find(({ skuType, plan: skuPlan }) => skuType === SUBSCRIPTION_SKU && skuPlan === plan)
  if (sku === undefined) throw new Error(`${plan} is not sold`)
  return sku
}

/** A pack's price for a paying member. Without a configured price: half, in whole minor units, rounded down. */
export function memberCents({ cents, memberCents: configuredCents }: Pick<CatalogueSku, 'cents' | 'memberCents'>): number {
  return configuredCents ?? Math.floor(cents * terms.MEMBER_PACK_FACTOR)
}

/** The amount charged at the purchase, before the discount of a promotion code; 0 for a trial. */
export function chargedNow(sku: CatalogueSku, { hasPackDiscount }: { readonly hasPackDiscount: boolean }): number {
  if (sku.trialMs > 0) return 0
  return sku.plan === null && hasPackDiscount ? memberCents(sku) : sku.cents
}

export const PLAN_NAMES: Record<terms.Plan, string> = { weekly: 'Premium weekly', yearly: 'Premium yearly' }

/** The plan that a payment is for: the plan stored with the payment, else the plan of the ordered product. Null for a pack. */
export function planOfPayment(payment: { readonly plan: terms.Plan | null }, order: { readonly skuId: string }): terms.Plan | null {
  return payment.plan ?? findSku(order.skuId)?.plan ?? null
}

/** The item name of a credit on an invoice after a plan change. */
export function creditedItemName(plan: terms.Plan): string {
  return `Unused time on ${PLAN_NAMES[terms.otherPlan(plan)]}`
}

/** The item name of a promotion code's discount on invoices and receipts. */
export function promotionItemName(code: string): string {
  return `Promotion code ${code}`
}

/** The product name on receipts and in mails. It depends only on the payment, so changes of the catalogue do not affect it. */
export function itemName(payment: { readonly cycle: number | null; readonly points: number }, plan: terms.Plan | null): string {
  if (plan === null) return packName(payment.points, 'points')
  return payment.cycle === 0 ? `${PLAN_NAMES[plan]}, free trial` : PLAN_NAMES[plan]
}

/** The prices of a product in one currency, in minor units of ISO 4217: cents for EUR, whole yen for JPY. */
interface SkuPrice {
  readonly cents: number
  /** The pack price for a paying member. */
  readonly memberCents: number
}

/** Prices in other currencies than the catalogue's, by currency and SKU. */
export type Prices = ReadonlyMap<string, ReadonlyMap<string, SkuPrice>>

const MOST_MINOR_UNITS = 1_000_000_000

const AMOUNT_RULE = 'must be a whole number of minor units from 1 to 1,000,000,000'

const minorUnits = z.int(AMOUNT_RULE).min(1, AMOUNT_RULE).max(MOST_MINOR_UNITS, AMOUNT_RULE)
const priceSchema = z.strictObject({ price: minorUnits, discountPrice: minorUnits.optional() })
const currencySchema = z.record(z.string(), priceSchema)
const pricesSchema = z.record(z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of 3 capital letters'), currencySchema)

/** Reads `PRICES`: JSON text, or the path of a JSON file. Throws one sentence that names the error and its position. */
export function readPrices(variable: string): Prices {
  if (variable.trim() === '') return new Map()
  const parsed = pricesSchema.safeParse(readJson(variable.trim()))
  if (!parsed.success) throw new Error(`PRICES: ${parsed.error.issues.map(issueText).join('; ')}.`)
  return new Map(Object.entries(parsed.data).map(([currency, listedPrices]) => [currency, pricesOf(currency, listedPrices)]))
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
    throw new Error(`PRICES: ${isInline ? 'the value' : variable} is not valid JSON: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
    })
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`PRICES: can't read the file ${path}. Set PRICES to JSON or to the path of a JSON file.`, { cause })
  }
}

/**
 * Parses the prices in one currency. Throws unless each product has a price in the currency. The trial has the price of the plan that
 * follows it.
 */
function pricesOf(currency: string, listedPrices: z.infer<typeof currencySchema>): ReadonlyMap<string, SkuPrice> {
  const pricesError = (problem: string) => new Error(`PRICES: ${currency}${problem}.`)
  if (currency === BASE_CURRENCY) throw pricesError(" prices are in the built-in catalog and can't be changed here")
  if (!Intl.supportedValuesOf('currency').includes(currency)) throw pricesError(' is not an ISO 4217 currency')
  const pricedSkus = SKUS.filter(({ skuId }) => skuId !== terms.FREE_TRIAL_SKU)
  const missingSkuIds = pricedSkus.filter(({ skuId }) => listedPrices[skuId] === undefined).map(({ skuId }) => skuId)
  if (missingSkuIds.length > 0) throw pricesError(` has no price for ${missingSkuIds.join(', ')}`)
  const unknownSkuIds = Object.keys(listedPrices).filter((skuId) => pricedSkus.every((sku) => sku.skuId !== skuId))
  if (unknownSkuIds.includes(terms.FREE_TRIAL_SKU))
    throw pricesError(`.${terms.FREE_TRIAL_SKU} uses the price of premium_weekly and can't have its own`)
  if (unknownSkuIds.length > 0) throw pricesError(` has a price for unknown products: ${unknownSkuIds.join(', ')}`)
  return new Map(
    SKUS.map(({ skuId, plan }) => {
      const { price, discountPrice } = listedPrices[skuId === terms.FREE_TRIAL_SKU ? 'premium_weekly' : skuId] ?? { price: 0 }
      const halfPrice = memberCents({ cents: price })
      if (discountPrice !== undefined && plan !== null) throw pricesError(`.${skuId} is a plan and can't have a discountPrice`)
      // Members pay at most half of the price.
      if ((discountPrice ?? halfPrice) > halfPrice) throw pricesError(`.${skuId}.discountPrice is more than half of the price`)
      return [skuId, { cents: price, memberCents: discountPrice ?? halfPrice }]
    }),
  )
}

/** All currencies with prices; the currency of the catalogue comes first. */
export function currenciesOf(prices: Prices): readonly string[] {
  return [BASE_CURRENCY, ...prices.keys()]
}

/** A product with its price in a currency; undefined if it has no price in that currency. */
export function skuIn(prices: Prices, skuId: string, currencyCode: string): CatalogueSku | undefined {
  const sku = findSku(skuId)
  if (sku === undefined || currencyCode === BASE_CURRENCY) return sku
  const price = prices.get(currencyCode)?.get(skuId)
  return price === undefined ? undefined : { ...sku, ...price }
}
