import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { getSkus, Sku, SkuPageData } from '#shared/api/catalogue.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import { PLAN_FEATURES, QUESTIONS } from './plan-texts.ts'
import { type CatalogueSku, memberCents, SKUS } from './skus.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { readMembership } from '../membership/membership.ts'
import { CONSUMABLE_SKU, TRIAL_SKU } from '#shared/domain/sku-price.ts'
import { type Result, ok } from '#shared/result.ts'

const CURRENCY = 'USD'
const DURATION_UNITS = { weekly: 'WEEK', yearly: 'YEAR' } as const

/** The wire form of a SKU; fields that not every kind has are a JSON text. */
type WireSku = Omit<Sku, 'points' | 'memberPrice'> & { readonly extension: string }

/** Public, but only a member with a running paid plan gets the discounted price. */
export async function listSkus({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof getSkus>
}): Promise<Result<SkuPageData, ServiceFailure>> {
  const discount = await hasPackDiscount(ctx)
  if (!discount.ok) return discount
  const skus = SKUS.filter(({ page }) => page === input.page).map((sku) => toWire(sku, discount.value))
  const isPlans = input.page === 'page1'
  const takesPromotions = ctx.payment.can.has('promotions')
  return ok({ features: isPlans ? [...PLAN_FEATURES] : [], skus, qaList: isPlans ? [...QUESTIONS] : [], takesPromotions })
}

async function hasPackDiscount(ctx: Context): Promise<Result<boolean, ServiceFailure>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return ctx.caller.businessUserId === '' ? ok(false) : account
  const membership = await readMembership(ctx.db, account.value.accountId, ctx.nowMs())
  return ok(membership.hasPackDiscount)
}

function toWire(sku: CatalogueSku, isDiscounted: boolean): WireSku {
  const isPack = sku.skuType === CONSUMABLE_SKU
  const isTrial = sku.skuType === TRIAL_SKU
  return {
    skuId: sku.skuId,
    itemName: sku.name,
    skuName: sku.name,
    // A trial is charged nothing and adds nothing; what follows it is the weekly plan's.
    price: isTrial ? 0 : sku.cents,
    ...(isPack && isDiscounted ? { discountPrice: memberCents(sku) } : {}),
    durationUnit: sku.plan === null ? null : DURATION_UNITS[sku.plan],
    skuType: sku.skuType,
    currencyCode: CURRENCY,
    ...(sku.tip === '' ? {} : { skuTips: sku.tip }),
    extension: JSON.stringify({
      ...(isTrial ? {} : { points: sku.points }),
      ...(isPack ? { memberPrice: memberCents(sku) } : {}),
    }),
  }
}
