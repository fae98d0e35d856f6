import { type CallRequest, type Context, type Answer, ok } from '#server/verbs/verb.ts'
import type { getSkus, Sku, SkuPage, SkuPageData } from '#shared/api/catalogue.ts'
import { PLAN_FEATURES, QUESTIONS } from '../plan-texts.ts'
import { type CatalogueSku, memberCents, SKUS, currenciesOf, skuIn } from '../catalogue/skus.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { billingCountryOf } from '../invoices/billing-details.ts'
import { readMembership } from '../membership.ts'
import { planCurrencyOf } from '../membership/plan-price.ts'
import { chooseCurrency } from '#shared/domain/choose-currency.ts'
import { CONSUMABLE_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'

const DURATION_UNITS = { weekly: 'WEEK', yearly: 'YEAR' } as const

/** The wire format of a product. `extension` is a JSON text with the fields that only some kinds of products have. */
type WireSku = Omit<Sku, 'points' | 'memberPrice'> & { readonly extension: string }

/**
 * The products and their prices, also for callers without an account. Only a member with a running paid plan gets the discounted price.
 * Nothing is converted: each currency has its own prices.
 */
export async function listSkus({ ctx, input }: CallRequest<typeof getSkus>): Promise<Answer<SkuPageData>> {
  const { prices } = ctx.config
  const buyer = await readBuyer(ctx)
  if (!buyer.ok) return buyer
  const { hasPackDiscount, planCurrency, billingCountry } = buyer.value
  const isPlanPage = input.page === 'page1' || input.page === 'free'
  const currencies = [...currenciesOf(prices)]
  const chosenCurrency = isPlanPage ? (planCurrency ?? input.currencyCode) : input.currencyCode
  const currencyCode = chooseCurrency(currencies, { chosen: chosenCurrency, billingCountry, region: input.clientCountryCode })
  const skus = SKUS.filter((sku) => isOnPage(sku, input.page)).flatMap(({ skuId }) => skuIn(prices, skuId, currencyCode) ?? [])
  return ok({
    features: isPlanPage ? [...PLAN_FEATURES] : [],
    skus: skus.map((sku) => toWire(sku, currencyCode, hasPackDiscount)),
    qaList: isPlanPage ? [...QUESTIONS] : [],
    currencies,
    takesPromotions: ctx.payment.can.has('promotions'),
  })
}

/** Whether a page lists a product. The page `free` lists only the trial; page 1 lists the trial too, among the plans. */
function isOnPage({ page, skuType }: CatalogueSku, requestedPage: SkuPage): boolean {
  return requestedPage === 'free' ? skuType === TRIAL_SKU : page === requestedPage
}

interface Buyer {
  readonly hasPackDiscount: boolean
  /** The currency of the renewing plan, which a new plan would replace. */
  readonly planCurrency?: string | undefined
  readonly billingCountry?: string | undefined
}

async function readBuyer(ctx: Context): Promise<Answer<Buyer>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return ctx.caller.businessUserId === '' ? ok({ hasPackDiscount: false }) : account
  const { accountId } = account.value
  const membership = await readMembership(ctx.db, accountId, ctx.nowMs())
  return ok({
    hasPackDiscount: membership.hasPackDiscount,
    planCurrency: await planCurrencyOf(ctx.db, membership),
    billingCountry: await billingCountryOf(ctx.db, accountId),
  })
}

function toWire(sku: CatalogueSku, currencyCode: string, isDiscounted: boolean): WireSku {
  const isPack = sku.skuType === CONSUMABLE_SKU
  const isTrial = sku.skuType === TRIAL_SKU
  return {
    skuId: sku.skuId,
    itemName: sku.name,
    skuName: sku.name,
    // A trial charges nothing and adds no points. The weekly plan follows it, with its points and its price.
    price: isTrial ? 0 : sku.cents,
    ...(isPack && isDiscounted ? { discountPrice: memberCents(sku) } : {}),
    durationUnit: sku.plan === null ? null : DURATION_UNITS[sku.plan],
    skuType: sku.skuType,
    currencyCode,
    ...(sku.tip === '' ? {} : { skuTips: sku.tip }),
    extension: JSON.stringify({
      ...(isTrial ? {} : { points: sku.points }),
      ...(isPack ? { memberPrice: memberCents(sku) } : {}),
    }),
  }
}
