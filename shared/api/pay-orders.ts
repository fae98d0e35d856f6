import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { promotionCodeSchema } from './promotions.ts'
import { MAX_AMOUNT } from '#shared/domain/number-bounds.ts'
import { BASE_CURRENCY } from '#shared/domain/sku-rules.ts'

/** CLOSED: cancelled or expired, without a charge. */
export const PAY_RESULTS = ['PENDING', 'SUCCESS', 'FAILED', 'CLOSED'] as const
export type PayResult = (typeof PAY_RESULTS)[number]

/** embedded: the checkout opens in a frame of this site; hosted: in its own tab, because its pages forbid framing. */
export const INTEGRATION_METHODS = ['embedded', 'hosted'] as const

/**
 * Creates an order and opens its checkout, or returns an open order of the same SKU unless `again` is set. H4031: not sold in this
 * currency. H4043: the account has a plan or has used its trial. H4021: the account will be deleted, or a newer order replaced this one.
 * H4013: the provider failed. PROMOTION_CHANGED: the price differs from the quote. Other PROMOTION_ codes: see `quotePromotion`.
 */
export const createOrder = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/payment/subotiz/prepay/order',
  input: z.lazy(() =>
    z.object({
      skuId: plainText(64, 1),
      skuName: z.optional(plainText(128)),
      /** The currency of the price that the page showed. */
      currencyCode: plainText(3, 3),
      payType: z.literal(2),
      returnUrl: plainText(512, 1),
      cancelUrl: plainText(512, 1),
      integrationMethod: z.enum(INTEGRATION_METHODS),
      redirectOnCompletion: z.enum(['always', 'if_required']),
      again: z.optional(z.boolean()),
      promotionCode: z.optional(promotionCodeSchema),
      /** The total that the page showed to the user, with the promotion code. */
      quotedCents: z.optional(numbers.wholeNumber(0, MAX_AMOUNT)),
    }),
  ),
  data: z.lazy(() =>
    z.object({
      checkoutUrl: z.string(),
      sessionId: z.string(),
      payOrderId: z.string(),
      orderTime: numbers.time(),
      integrationMethod: z.enum(INTEGRATION_METHODS),
      /** The amount charged now, in minor units of `currencyCode`. Servers of earlier builds omit the currency and charge dollars. */
      amountCents: numbers.amount(),
      currencyCode: z._default(z.string(), BASE_CURRENCY),
    }),
  ),
  idempotent: true,
})

/** The order's state as the payment provider reports it. `points` is the balance afterwards. */
export const getOrderResult = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/payment/order/result',
  input: z.lazy(() => z.object({ payOrderId: plainText(64, 1) })),
  data: z.lazy(() => z.object({ payResult: z.enum(PAY_RESULTS), skuType: numbers.kind(), points: numbers.amount() })),
})

/** Whether a checkout address may be opened, by the list of allowed payment origins. */
export const validateUrl = defineCall({
  method: 'POST',
  base: 'site',
  path: '/validate-url',
  input: z.lazy(() => z.object({ url: plainText(2048, 1) })),
  data: z.lazy(() => z.object({ success: z.boolean(), message: z.string() })),
})
