import type { Plan } from './membership-terms.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The start of cycle `n` (0 is the first) of a plan whose first cycle began at `anchorMs`, in ms since 1970. Computed from the anchor in UTC, so
 * that clock changes do not shift it, and 29 February becomes the 28th only in other years. Rule: docs/billing.md, "Catalogue".
 */
export function cycleStartMs(anchorMs: number, plan: Plan, n: number): number {
  return plan === 'weekly' ? anchorMs + n * WEEK_MS : sameDateYearsOn(anchorMs, n)
}

function sameDateYearsOn(anchorMs: number, years: number): number {
  const date = new Date(anchorMs)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}
