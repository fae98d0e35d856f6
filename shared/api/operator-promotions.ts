import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { reasonSchema } from './operator-acts.ts'
import { idSchema, pageInput } from './operator.ts'
import { promotionCodeSchema } from './promotions.ts'
import * as rules from '#shared/domain/promotion-rules.ts'

const CURRENCY_CODE = /^[A-Z]{3}$/
const MAX_CENTS = 100_000_00

const amountsSchema = z.record(z.string().check(z.regex(CURRENCY_CODE)), numbers.wholeNumber(1, MAX_CENTS))
const dateSchema = z.optional(numbers.wholeNumber(rules.PROMOTION_EARLIEST_MS, rules.PROMOTION_LATEST_MS))
const limitSchema = numbers.wholeNumber(1, rules.PROMOTION_LIMIT_MAX)

const promotionSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    code: z.string(),
    percentOff: z.nullable(numbers.percent()),
    /** The discount in cents by currency. */
    amountsOff: z.nullable(z.record(z.string(), numbers.amount())),
    /** The SKUs of the code; null for all plans and packs. */
    skuIds: z.nullable(z.array(z.string())),
    startsAt: z.nullable(numbers.time()),
    endsAt: z.nullable(numbers.time()),
    mostRedemptions: z.nullable(numbers.count()),
    mostPerPerson: numbers.count(),
    audience: z.enum(rules.PROMOTION_AUDIENCES),
    /** The number of named people; their identities are stored as hashes. */
    named: numbers.count(),
    createdAt: numbers.time(),
    disabledAt: z.nullable(numbers.time()),
    reserved: numbers.count(),
    redeemed: numbers.count(),
  }),
)
export type OperatorPromotion = z.infer<typeof promotionSchema>

/** Promotion codes, newest first. `start` is the id of the last row that the caller has. */
export const getPromotions = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/promotions',
  input: z.lazy(() => z.object({ start: z.optional(idSchema) })),
  data: z.lazy(() => z.object({ data: z.array(promotionSchema), hasNext: z.boolean() })),
})

const redemptionSchema = z.lazy(() =>
  z.object({
    orderId: z.string(),
    ownerId: z.string(),
    skuId: z.string(),
    state: z.enum(rules.REDEMPTION_STATES),
    discountCents: numbers.amount(),
    totalCents: numbers.amount(),
    currencyCode: z.string(),
    reservedAt: numbers.time(),
    settledAt: z.nullable(numbers.time()),
  }),
)
export type Redemption = z.infer<typeof redemptionSchema>

/** The orders with a code, newest first. `start` is the number of rows that the caller has. */
export const getRedemptions = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/redemptions',
  input: z.lazy(() => z.object({ id: idSchema, ...pageInput })),
  data: z.lazy(() => z.object({ data: z.array(redemptionSchema), hasNext: z.boolean() })),
})

/**
 * Creates a code, once per key, with exactly one of `percentOff` and `amountsOff`. PROMOTION_TAKEN: the code exists already.
 * PROMOTION_TOO_LOW: a price would fall below the smallest charge. PROMOTION_NOT_SOLD: a currency has no prices. H3000: invalid fields.
 */
export const createPromotion = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/promotion',
  input: z.lazy(() =>
    z.object({
      code: promotionCodeSchema,
      percentOff: z.optional(numbers.wholeNumber(1, rules.PROMOTION_PERCENT_MAX)),
      amountsOff: z.optional(amountsSchema),
      skuIds: z.optional(z.array(plainText(64, 1)).check(z.minLength(1), z.maxLength(100))),
      startsAt: dateSchema,
      endsAt: dateSchema,
      mostRedemptions: z.optional(limitSchema),
      mostPerPerson: z.optional(limitSchema),
      audience: z.enum(rules.PROMOTION_AUDIENCES),
      named: z.optional(z.array(plainText(254, 1)).check(z.minLength(1), z.maxLength(rules.PROMOTION_NAMED_MAX))),
      reason: reasonSchema,
    }),
  ),
  data: z.lazy(() => z.object({ id: z.string() })),
  idempotent: true,
})

/** Disables a code; open orders with it stay valid. H4001: no such code. H4021: it is disabled already. */
export const disablePromotion = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/promotion/disable',
  input: z.lazy(() => z.object({ id: idSchema, reason: reasonSchema })),
  data: z.lazy(() => z.object({})),
})
