import type { Plan } from './membership-terms.ts'

/** A paid period of a plan; `paidCents` is its price less the refunded amount. */
interface PaidPeriod {
  readonly paidCents: number
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/**
 * The share of a period's price for its time from `atMs` on, by the millisecond, rounded once to the cent; half a cent rounds up.
 * Rule: docs/billing.md, "Plans".
 */
export function unusedCents({ paidCents, startsAtMs, endsAtMs }: PaidPeriod, atMs: number): number {
  const wholeMs = endsAtMs - startsAtMs
  const unusedMs = Math.min(Math.max(endsAtMs - atMs, 0), wholeMs)
  if (unusedMs <= 0 || paidCents <= 0) return 0
  // Exact integers: cents times milliseconds of a year exceed the safe integers.
  const wholePeriod = BigInt(wholeMs)
  return Number((2n * BigInt(paidCents) * BigInt(unusedMs) + wholePeriod) / (2n * wholePeriod))
}

export interface Proration {
  /** The credit for the running period; at most the new price. */
  readonly creditCents: number
  readonly dueCents: number
}

/** The cost of a change at `atMs` to a plan of `priceCents`: its price less the unused time of the running period. */
export function prorate(runningPeriod: PaidPeriod, atMs: number, priceCents: number): Proration {
  const creditCents = Math.min(unusedCents(runningPeriod, atMs), priceCents)
  return { creditCents, dueCents: priceCents - creditCents }
}

/** The points that the credited part of the running period's price has paid for, rounded down. */
export function creditedPoints(points: number, creditCents: number, paidCents: number): number {
  if (paidCents <= 0) return 0
  return Math.floor((points * Math.min(creditCents, paidCents)) / paidCents)
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The start of a cycle (from 0) of a plan whose first cycle started at `anchorMs`, in ms since 1970. Computed from the anchor in UTC:
 * clock changes do not shift it, and 29 February becomes the 28th only in other years. Rule: docs/billing.md, "Catalogue".
 */
export function cycleStartMs(anchorMs: number, plan: Plan, cycle: number): number {
  return plan === 'weekly' ? anchorMs + cycle * WEEK_MS : sameDateYearsLater(anchorMs, cycle)
}

function sameDateYearsLater(anchorMs: number, years: number): number {
  const date = new Date(anchorMs)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}
