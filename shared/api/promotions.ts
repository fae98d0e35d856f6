import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { PROMOTION_CODE_MAX_LENGTH } from '#shared/domain/promotion-rules.ts'

/** As typed: it is normalised before it is looked for. */
export const promotionCodeSchema = plainText(4 * PROMOTION_CODE_MAX_LENGTH, 1)

const quoteSchema = z.lazy(() =>
  z.object({
    skuId: z.string(),
    /** Normalised. */
    code: z.string(),
    currencyCode: z.string(),
    /** Cents: what would be charged now without the code, what it takes off, and what is charged with it. */
    priceCents: numbers.amount(),
    discountCents: numbers.amount(),
    totalCents: numbers.amount(),
    /** What each later cycle of a plan costs; null for a pack. */
    renewalCents: z.nullable(numbers.amount()),
  }),
)
export type PromotionQuote = z.infer<typeof quoteSchema>

/**
 * What a SKU costs this caller with a promotion code. Nothing is reserved. PROMOTION_UNKNOWN: no such code, or not for this caller; the other
 * PROMOTION_ codes say why a code can't be used. H4031: not sold, or not in that currency; H4021: the payment service takes none. No call of the
 * pay service, which are sent again after a refusal: unknown codes are counted.
 */
export const quotePromotion = defineCall({
  method: 'POST',
  base: 'main',
  path: '/promotion/quote',
  input: z.lazy(() => z.object({ skuId: plainText(64, 1), currencyCode: plainText(3, 3), code: promotionCodeSchema })),
  data: quoteSchema,
})
