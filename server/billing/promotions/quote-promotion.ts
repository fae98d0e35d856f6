import { type CallRequest, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import type { PromotionQuote, quotePromotion as quoteCall } from '#shared/api/promotions.ts'
import { normalizePromotionCode } from '#shared/domain/promotion-rules.ts'
import { chargedNow, skuIn } from '../catalogue/skus.ts'
import { readMembership } from '../membership.ts'
import { checkPromotion, readPromotionUser } from './check-promotion.ts'
import { tryPromotion } from './redeem-promotion.ts'

/** The price of a purchase with a code, as an order would charge it now. Visitors get the price of a new customer. */
export async function quotePromotion({ ctx, input }: CallRequest<typeof quoteCall>): Promise<Answer<PromotionQuote>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { currencyCode } = input
  const sku = skuIn(ctx.config.prices, input.skuId, currencyCode)
  if (sku === undefined) return refuse('H4031', ['skuId'])
  if (!ctx.payment.can.has('promotions')) return refuse('H4021')
  const code = normalizePromotionCode(input.code)
  return tryPromotion(ctx, owner.value, async () => {
    const user = await readPromotionUser(ctx.db, ctx.secret, owner.value)
    const membership = await readMembership(ctx.db, owner.value, ctx.nowMs())
    const priceCents = chargedNow(sku, membership)
    const appliedPromotion = await checkPromotion(ctx.db, ctx, user, code, { sku, priceCents, currencyCode })
    if (!appliedPromotion.ok) return appliedPromotion
    const { discountCents } = appliedPromotion.value
    const totalCents = priceCents - discountCents
    const renewalCents = sku.plan === null ? null : sku.cents
    return ok({ skuId: sku.skuId, code, currencyCode, priceCents, discountCents, totalCents, renewalCents })
  })
}
