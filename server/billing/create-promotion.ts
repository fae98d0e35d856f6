import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { type Transaction, promotion } from '#server/database/database.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { mailboxHash } from '#server/addresses/mailbox-hash.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { createPromotion as createCall } from '#shared/api/operator-promotions.ts'
import {
  type PromotionValue,
  normalizePromotionCode,
  invalidPromotionFields,
  promotionDiscount,
  promotionValueField,
} from '#shared/domain/promotion-rules.ts'
import { TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { fail } from '#shared/result.ts'
import { type CatalogueSku, type Prices, SKUS, currenciesOf, memberCents, skuIn } from './catalogue/skus.ts'

type Wanted = Omit<CallInput<typeof createCall>, 'reason'>

/** Stores a promotion code. Rejects an invalid code, and a discount that is too large for one of its prices. */
export async function createPromotion(
  tx: Transaction,
  { nowMs, secret, config }: Pick<Context, 'nowMs' | 'secret'> & { readonly config: Pick<Context['config'], 'prices'> },
  wanted: Wanted,
): Promise<Answer<{ readonly id: string; readonly code: string }>> {
  const code = normalizePromotionCode(wanted.code)
  const odd = oddFields(wanted)
  if (odd.length > 0) return refuse('H3000', odd)
  const { percentOff = null, amountsOff = null, skuIds = null, startsAt, endsAt, mostRedemptions, mostPerPerson = 1, audience } = wanted
  const unsold = Object.keys(amountsOff ?? {}).filter((currency) => !currenciesOf(config.prices).includes(currency))
  if (unsold.length > 0) return fail({ code: 'PROMOTION_NOT_SOLD', fields: ['amountsOff'], message: `No prices in: ${unsold.join(', ')}` })
  const tooLow = findTooLow(config.prices, { percentOff, amountsOff }, skuIds)
  if (tooLow !== undefined) return fail({ code: 'PROMOTION_TOO_LOW', fields: [promotionValueField(wanted)], message: `Too low: ${tooLow}` })
  const named = (wanted.named ?? []).map((who) => (who.includes('@') ? mailboxHash('promotion', who, secret) : who.trim()))
  const id = makeId()
  const terms = { percentOff, amountsOff, skuIds, startsAtMs: startsAt ?? null, endsAtMs: endsAt ?? null }
  const limits = { mostRedemptions: mostRedemptions ?? null, mostPerPerson, audience, named }
  const made = await tx
    .insert(promotion)
    .values({ id, code, ...terms, ...limits, createdAtMs: nowMs() })
    .onConflictDoNothing({ target: promotion.code })
    .returning({ id: promotion.id })
  return made.length === 0 ? refuse('PROMOTION_TAKEN', ['code']) : ok({ id, code })
}

function oddFields(wanted: Wanted): string[] {
  const isOfSale = (wanted.skuIds ?? []).every((id) => SKUS.some(({ skuId, skuType }) => skuId === id && skuType !== TRIAL_SKU))
  return [...invalidPromotionFields(wanted), ...(isOfSale ? [] : ['skuIds'])]
}

/** Finds a product whose discounted price is too low in one of its currencies, at the full price or at the member price. */
function findTooLow(prices: Prices, value: PromotionValue, skuIds: readonly string[] | null): string | undefined {
  const isMeant = ({ skuId, skuType }: CatalogueSku) => skuType !== TRIAL_SKU && (skuIds === null || skuIds.includes(skuId))
  const currencies = currenciesOf(prices).filter((currency) => value.amountsOff === null || currency in value.amountsOff)
  const isTooLow = ({ skuId }: CatalogueSku) =>
    currencies.some((currency) => {
      const sku = skuIn(prices, skuId, currency)
      if (sku === undefined) return false
      const charged = sku.plan === null ? [sku.cents, memberCents(sku)] : [sku.cents]
      return charged.some((cents) => promotionDiscount(value, cents, currency) === null)
    })
  return SKUS.filter(isMeant).find(isTooLow)?.skuId
}
