import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { MAX_LOW_POINTS, MAX_TOP_UP_CEILING_CENTS, TOP_UP_ENDS } from '#shared/domain/top-up-rules.ts'

const topUpSchema = z.lazy(() =>
  z.object({
    /** When the balance falls below this number of points, the user gets a mail and a push message; null: never. */
    noticePoints: z.nullable(numbers.amount()),
    /** Whether the payment service can charge a saved card. */
    isOffered: z.boolean(),
    /** Packs with their full price and the price charged now, in cents. */
    packs: z.array(z.object({ skuId: z.string(), points: numbers.amount(), cents: numbers.amount(), nowCents: numbers.amount() })),
    currencyCode: z.string(),
    /** The agreed terms; null: automatic top-ups are off. */
    agreed: z.nullable(
      z.object({
        skuId: z.string(),
        points: numbers.amount(),
        belowPoints: numbers.amount(),
        ceilingCents: numbers.amount(),
        /** The largest charge of one top-up. */
        priceCents: numbers.amount(),
        currencyCode: z.string(),
        /** The time of the agreement, in ms since 1970. */
        agreedAt: numbers.time(),
        /** The card's name from the payment service; null until the service has saved a card. Nothing is charged before that. */
        card: z.nullable(z.string()),
        /** The charges of the current UTC month in cents: paid, and pending. */
        chargedCents: numbers.amount(),
        chargingCents: numbers.amount(),
        monthEndsAt: numbers.time(),
        /** The payment service's page on which the user confirms an open payment. */
        confirmUrl: z.nullable(z.string()),
      }),
    ),
    /** Why the last agreement ended, if no agreement is active. */
    lastEnd: z.nullable(z.object({ reason: z.enum(TOP_UP_ENDS), at: numbers.time() })),
  }),
)
export type TopUp = z.infer<typeof topUpSchema>

/** The low-balance notice and the automatic top-up of the caller's account. */
export const getTopUp = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/user/top-up',
  input: z.lazy(() =>
    z.object({
      /** The user's choice and the browser's region, as for the prices of the shop. */
      currencyCode: z.optional(plainText(3, 3)),
      clientCountryCode: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    }),
  ),
  data: topUpSchema,
})

/** Stores the balance below which the user gets a mail and a push message; null: never. */
export const saveLowPoints = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/user/top-up/notice',
  input: z.lazy(() => z.object({ points: z.nullable(numbers.wholeNumber(1, MAX_LOW_POINTS)) })),
  data: z.lazy(() => z.object({})),
})

/**
 * Agrees to automatic top-ups on these terms. `url` is the payment service's page to save the card; null if a saved card is used. H4031: no
 * such pack. H3000: invalid terms. H4021: the price changed, no top-ups are offered, or the account's deletion is scheduled. H4013: the
 * payment service failed.
 */
export const agreeTopUp = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/user/top-up/agree',
  input: z.lazy(() =>
    z.object({
      skuId: plainText(64, 1),
      belowPoints: numbers.wholeNumber(1, MAX_LOW_POINTS),
      ceilingCents: numbers.wholeNumber(1, MAX_TOP_UP_CEILING_CENTS),
      priceCents: numbers.wholeNumber(1, MAX_TOP_UP_CEILING_CENTS),
      currencyCode: plainText(3, 3),
      returnUrl: plainText(512, 1),
    }),
  ),
  data: z.lazy(() => z.object({ url: z.nullable(z.string().check(z.regex(/^https?:\/\//))) })),
  idempotent: true,
})

/** Switches automatic top-ups off. Idempotent. */
export const stopTopUp = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/user/top-up/stop',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({})),
})
