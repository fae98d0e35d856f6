import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { PROMOTION_CODE_MAX_LENGTH } from '#shared/domain/promotion-rules.ts'

/** A promotion code as typed; the server normalises it. */
export const promotionCodeSchema = plainText(4 * PROMOTION_CODE_MAX_LENGTH, 1)

const quoteSchema = z.lazy(() =>
  z.object({
    skuId: z.string(),
    /** The normalised promotion code. */
    code: z.string(),
    currencyCode: z.string(),
    /** Cents: the price without the code, the discount, and the charge with the code. */
    priceCents: numbers.amount(),
    discountCents: numbers.amount(),
    totalCents: numbers.amount(),
    /** The price of each later cycle of a plan; null for a pack. */
    renewalCents: z.nullable(numbers.amount()),
  }),
)
export type PromotionQuote = z.infer<typeof quoteSchema>

/**
 * Quotes a SKU with a promotion code and reserves nothing. PROMOTION_UNKNOWN: no such code for this caller; other PROMOTION_ codes give the
 * reason. H4031: not sold in that currency. H4021: the service has no codes. Not a call of the pay service: clients repeat its rejected
 * calls, and the server counts tries of unknown codes.
 */
export const quotePromotion = defineCall({
  method: 'POST',
  base: 'main',
  path: '/promotion/quote',
  input: z.lazy(() => z.object({ skuId: plainText(64, 1), currencyCode: plainText(3, 3), code: promotionCodeSchema })),
  data: quoteSchema,
})
