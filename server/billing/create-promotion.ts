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

type PromotionInput = Omit<CallInput<typeof createCall>, 'reason'>

/** Stores a promotion code. Rejects an invalid code, and a discount that is too large for the price of one of the code's products. */
export async function createPromotion(
  tx: Transaction,
  { nowMs, secret, config }: Pick<Context, 'nowMs' | 'secret'> & { readonly config: Pick<Context['config'], 'prices'> },
  input: PromotionInput,
): Promise<Answer<{ readonly id: string; readonly code: string }>> {
  const code = normalizePromotionCode(input.code)
  const invalidFields = findInvalidFields(input)
  if (invalidFields.length > 0) return refuse('H3000', invalidFields)
  const { percentOff = null, amountsOff = null, skuIds = null, startsAt, endsAt, mostRedemptions, mostPerPerson = 1, audience } = input
  const unsoldCurrencies = Object.keys(amountsOff ?? {}).filter((currency) => !currenciesOf(config.prices).includes(currency))
  if (unsoldCurrencies.length > 0)
    return fail({ code: 'PROMOTION_NOT_SOLD', fields: ['amountsOff'], message: `No prices in: ${unsoldCurrencies.join(', ')}` })
  const tooLowSkuId = findTooLowSku(config.prices, { percentOff, amountsOff }, skuIds)
  if (tooLowSkuId !== undefined)
    return fail({ code: 'PROMOTION_TOO_LOW', fields: [promotionValueField(input)], message: `Too low: ${tooLowSkuId}` })
  const namedPeople = (input.named ?? []).map((emailOrId) =>
    emailOrId.includes('@') ? mailboxHash('promotion', emailOrId, secret) : emailOrId.trim(),
  )
  const id = makeId()
  const terms = { percentOff, amountsOff, skuIds, startsAtMs: startsAt ?? null, endsAtMs: endsAt ?? null }
  const limits = { mostRedemptions: mostRedemptions ?? null, mostPerPerson, audience, named: namedPeople }
  const insertedRows = await tx
    .insert(promotion)
    .values({ id, code, ...terms, ...limits, createdAtMs: nowMs() })
    .onConflictDoNothing({ target: promotion.code })
    .returning({ id: promotion.id })
  return insertedRows.length === 0 ? refuse('PROMOTION_TAKEN', ['code']) : ok({ id, code })
}

function findInvalidFields(input: PromotionInput): string[] {
  const areSkusSold = (input.skuIds ?? []).every((id) => SKUS.some(({ skuId, skuType }) => skuId === id && skuType !== TRIAL_SKU))
  return [...invalidPromotionFields(input), ...(areSkusSold ? [] : ['skuIds'])]
}

/** Finds a product whose price, full or for members, would be too low after the discount in one of the code's currencies. */
function findTooLowSku(prices: Prices, value: PromotionValue, skuIds: readonly string[] | null): string | undefined {
  const isInPromotion = ({ skuId, skuType }: CatalogueSku) => skuType !== TRIAL_SKU && (skuIds === null || skuIds.includes(skuId))
  const currencies = currenciesOf(prices).filter((currency) => value.amountsOff === null || currency in value.amountsOff)
  const isTooLow = ({ skuId }: CatalogueSku) =>
    currencies.some((currency) => {
      const sku = skuIn(prices, skuId, currency)
      if (sku === undefined) return false
      const chargedPrices = sku.plan === null ? [sku.cents, memberCents(sku)] : [sku.cents]
      return chargedPrices.some((cents) => promotionDiscount(value, cents, currency) === null)
    })
  return SKUS.filter(isInPromotion).find(isTooLow)?.skuId
}
