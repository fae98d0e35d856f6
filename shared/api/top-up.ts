import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { MAX_LOW_POINTS, MAX_TOP_UP_CEILING_CENTS, TOP_UP_ENDS } from '#shared/domain/top-up-rules.ts'

const topUpSchema = z.lazy(() =>
  z.object({
    /** Below so many points a mail is sent; null: never. */
    noticePoints: z.nullable(numbers.amount()),
    /** Whether the payment service can charge a saved card. */
    isOffered: z.boolean(),
    /** Packs with their full price and what is charged now, in cents. */
    packs: z.array(z.object({ skuId: z.string(), points: numbers.amount(), cents: numbers.amount(), nowCents: numbers.amount() })),
    currencyCode: z.string(),
    /** What is agreed to; null: it is off. */
    agreed: z.nullable(
      z.object({
        skuId: z.string(),
        points: numbers.amount(),
        belowPoints: numbers.amount(),
        ceilingCents: numbers.amount(),
        /** The most that one top-up charges. */
        priceCents: numbers.amount(),
        currencyCode: z.string(),
        /** ms since 1970. */
        agreedAt: numbers.time(),
        /** The card as the payment service names it; null until it is saved there: nothing is charged before. */
        card: z.nullable(z.string()),
        /** Charged by top-ups in the running month in UTC, and what is being charged. */
        chargedCents: numbers.amount(),
        chargingCents: numbers.amount(),
        monthEndsAt: numbers.time(),
        /** The page of the payment service on which an open payment is to be confirmed. */
        confirmUrl: z.nullable(z.string()),
      }),
    ),
    /** How the last agreement ended, where none is there. */
    lastEnd: z.nullable(z.object({ reason: z.enum(TOP_UP_ENDS), at: numbers.time() })),
  }),
)
export type TopUp = z.infer<typeof topUpSchema>

/** The notice of few points and the automatic top-up of the caller's account. */
export const getTopUp = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/user/top-up',
  input: z.lazy(() =>
    z.object({
      /** As for the prices of the shop: the person's choice, and the browser's region. */
      currencyCode: z.optional(plainText(3, 3)),
      clientCountryCode: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    }),
  ),
  data: topUpSchema,
})

/** Below how many points a mail is sent; null: never. */
export const saveLowPoints = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/user/top-up/notice',
  input: z.lazy(() => z.object({ points: z.nullable(numbers.wholeNumber(1, MAX_LOW_POINTS)) })),
  data: z.lazy(() => z.object({})),
})

/**
 * Agrees to automatic top-ups on these terms. `url` is the payment service's page on which the card is saved; null where the card of the agreement
 * before is used. H4031: no such pack; H3000: terms out of bounds; H4021: another price, not offered, or the account is leaving; H4013: the payment
 * service did not answer.
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

/** Switches automatic top-ups off; does nothing where they are. */
export const stopTopUp = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/user/top-up/stop',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({})),
})
