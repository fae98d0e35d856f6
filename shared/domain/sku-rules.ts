import type { Plan } from './membership-terms.ts'

/** The SKU type of a plan, in catalogue and payments. */
export const SUBSCRIPTION_SKU = 2
/** The SKU type of the free trial. */
export const TRIAL_SKU = 3
/** The SKU type of a pack of points. */
export const CONSUMABLE_SKU = 6

/** SKU types in histories, by duration. */
export const DURATION_TYPES = { yearly: 0, quarterly: 1, monthly: 2, daily: 3, lifetime: 4, weekly: 5, consumable: 6 } as const

/** Whether a payment for this kind of SKU changes the membership. */
export function changesMembership(skuType: number): boolean {
  return skuType === SUBSCRIPTION_SKU || skuType === TRIAL_SKU
}

/** The currency of the built-in catalogue; always sold. */
export const BASE_CURRENCY = 'USD'

/** The weekly price until the catalogue has loaded, in cents. */
export const FALLBACK_WEEKLY_CENTS = 999
/** The yearly price until the catalogue has loaded, in cents. */
export const FALLBACK_YEARLY_CENTS = 4999
/** The yearly price per week until the catalogue has loaded, in cents. */
export const FALLBACK_YEARLY_PER_WEEK_CENTS = 96

const WEEKS_PER_YEAR = 52

interface PricedSku {
  readonly price: number
  readonly discountPrice?: number | null | undefined
}

interface PackSku extends PricedSku {
  readonly points?: number | undefined
}

/** The price that the caller pays: the discounted price if the SKU has one. */
export function chargedCents({ price, discountPrice }: PricedSku): number {
  return discountPrice ?? price
}

/** The weekly share of a yearly price, in whole minor units. */
export function weeklyEquivalentCents(yearlyCents: number): number {
  return Math.round(yearlyCents / WEEKS_PER_YEAR)
}

/**
 * A plan's price in cents: the yearly price per week, unless the full price is requested. Without the SKU, the fallback price in dollars.
 * Rule: docs/billing.md, "Catalogue".
 */
export function planPriceCents(plan: Plan, sku: PricedSku | undefined, { isFull = false }: { readonly isFull?: boolean } = {}): number {
  return sku === undefined ? fallbackCents(plan, isFull) : shownCents(plan, chargedCents(sku), isFull)
}

/** The plan of a subscription's SKU, by its duration; null for a pack. */
export function planOfSku({ durationUnit }: { readonly durationUnit?: 'WEEK' | 'YEAR' | null | undefined }): Plan | null {
  if (durationUnit === 'WEEK') return 'weekly'
  return durationUnit === 'YEAR' ? 'yearly' : null
}

/** The name of a pack: '2,000 points'. Thousands are grouped without Intl, because a new formatter blocks the page on a slow device. */
export function packName(points: number, unitLabel: string): string {
  return `${String(Math.round(points)).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${unitLabel}`
}

/** The smallest pack with at least `missingPoints`; of packs with equal points, the cheapest. Undefined if none is large enough. */
export function packFor<T extends PackSku>(packs: readonly T[], missingPoints: number): T | undefined {
  return packs
    .filter(({ points = 0 }) => points > 0 && points >= missingPoints)
    .toSorted((one, other) => (one.points ?? 0) - (other.points ?? 0) || chargedCents(one) - chargedCents(other))[0]
}

function fallbackCents(plan: Plan, isFull: boolean): number {
  if (plan === 'weekly') return FALLBACK_WEEKLY_CENTS
  return isFull ? FALLBACK_YEARLY_CENTS : FALLBACK_YEARLY_PER_WEEK_CENTS
}

function shownCents(plan: Plan, cents: number, isFull: boolean): number {
  return plan === 'yearly' && !isFull ? weeklyEquivalentCents(cents) : cents
}
