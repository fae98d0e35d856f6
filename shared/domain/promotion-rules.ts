import { removeInvisible } from './comparable-text.ts'

/** The fewest characters of a promotion code. */
export const PROMOTION_CODE_MIN_LENGTH = 3
/** The maximum number of characters of a promotion code. */
export const PROMOTION_CODE_MAX_LENGTH = 40
/** The largest discount of a code, in percent. */
export const PROMOTION_PERCENT_MAX = 99
/** The smallest price after a discount, in cents; payment services reject smaller charges. */
export const SMALLEST_CHARGE_CENTS = 50
/** The highest number of orders to which the operator can limit a code. */
export const PROMOTION_LIMIT_MAX = 1_000_000
/** The earliest start and end of a code, in ms since 1970: the start of the year 2000. */
export const PROMOTION_EARLIEST_MS = 946_684_800_000
/** The latest start and end of a code, in ms since 1970: the start of the year 2100. */
export const PROMOTION_LATEST_MS = 4_102_444_800_000
/** The maximum number of accounts to which the operator can limit a code. */
export const PROMOTION_NAMED_MAX = 500
/** Unknown codes that an account or a visitor can try per hour. */
export const PROMOTION_TRIES_PER_HOUR = 20
/** Unknown codes that one network can try per hour. */
export const PROMOTION_TRIES_BY_ADDRESS_PER_HOUR = 60

/** The audience of a code: everybody, users without an earlier payment, or named accounts. */
export const PROMOTION_AUDIENCES = ['everybody', 'first_purchase', 'named'] as const

/** The states of an order's use of a code. `reserved`: not paid yet; `released`: never paid, no longer counted. */
export const REDEMPTION_STATES = ['reserved', 'redeemed', 'released'] as const

const CODE_PATTERN = /^[A-Z0-9](?:[A-Z0-9_-]*[A-Z0-9])?$/

/**
 * The stored and compared form of a code: upper case, without spaces and invisible characters. Rule: docs/billing.md, "Promotion codes".
 */
export function normalizePromotionCode(text: string): string {
  return removeInvisible(text).normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()
}

/** Whether a normalised text can be a code: letters and digits, with hyphens or underscores only in between. */
export function isPromotionCode(code: string): boolean {
  return code.length >= PROMOTION_CODE_MIN_LENGTH && code.length <= PROMOTION_CODE_MAX_LENGTH && CODE_PATTERN.test(code)
}

/** The discount of a code: a share of the price, or an amount in cents per currency. */
export interface PromotionValue {
  readonly percentOff: number | null
  readonly amountsOff: Readonly<Record<string, number>> | null
}

/**
 * The discount on a price, in cents. A share is rounded once, half a cent up. Null if the code has no amount in the currency, or leaves
 * less than the smallest charge. Rule: docs/billing.md, "Promotion codes".
 */
export function promotionDiscount({ percentOff, amountsOff }: PromotionValue, priceCents: number, currencyCode: string): number | null {
  const discountCents = percentOff === null ? (amountsOff?.[currencyCode] ?? 0) : Math.floor((priceCents * percentOff + 50) / 100)
  return discountCents > 0 && priceCents - discountCents >= SMALLEST_CHARGE_CENTS ? discountCents : null
}

interface PromotionTerms {
  readonly code: string
  readonly percentOff?: number | undefined
  readonly amountsOff?: Readonly<Record<string, number>> | undefined
  readonly startsAt?: number | undefined
  readonly endsAt?: number | undefined
  readonly audience: (typeof PROMOTION_AUDIENCES)[number]
  readonly named?: readonly string[] | undefined
}

/** The name of the discount's field for an error: the field that the request contains, so that an error never marks an empty field. */
export function promotionValueField({ percentOff, amountsOff }: Pick<PromotionTerms, 'percentOff' | 'amountsOff'>): string {
  return percentOff === undefined && amountsOff !== undefined ? 'amountsOff' : 'percentOff'
}

/** The invalid fields of a new code, as far as they can be checked without prices. */
export function invalidPromotionFields(terms: PromotionTerms): string[] {
  const { code, percentOff, amountsOff, startsAt, endsAt, audience, named } = terms
  const isOneValue = (percentOff === undefined) !== (amountsOff === undefined) && Object.keys(amountsOff ?? { one: 1 }).length > 0
  const isPeriod = startsAt === undefined || endsAt === undefined || startsAt < endsAt
  const isNamed = (audience === 'named') === (named !== undefined)
  const checks = {
    code: isPromotionCode(normalizePromotionCode(code)),
    [promotionValueField(terms)]: isOneValue,
    endsAt: isPeriod,
    named: isNamed,
  }
  return Object.entries(checks).flatMap(([field, isFine]) => (isFine ? [] : [field]))
}
