import { BASE_POINTS } from './video-price.ts'

const HOUR_MS = 60 * 60 * 1000

/** Below so many points their owner is told by mail, unless another number is chosen: the price of a usual video. */
export const LOW_POINTS = BASE_POINTS
/** The most points below which a notice can be asked for. */
export const MAX_LOW_POINTS = 10_000
/** The shortest pause between two notices of an account, in ms. */
export const LOW_POINTS_PAUSE_MS = 24 * HOUR_MS
/** The fewest points below which an automatic top-up can begin. */
export const MIN_TOP_UP_BELOW = 1
/** The highest monthly ceiling of automatic top-ups, in cents. */
export const MAX_TOP_UP_CEILING_CENTS = 500_00
/** How long after its start a top-up may still be charged for the first time, in ms. */
export const TOP_UP_CHARGE_WITHIN_MS = HOUR_MS
/** How long an agreement waits for its card, in ms. */
export const TOP_UP_CARD_WITHIN_MS = 24 * HOUR_MS

/** Why an agreement has ended. `unconfirmed`: a payment that its payer had to confirm was not. */
export const TOP_UP_ENDS = ['person', 'replaced', 'no_card', 'declined', 'unconfirmed', 'price', 'leaving'] as const
export type TopUpEnd = (typeof TOP_UP_ENDS)[number]

export interface TopUpTerms {
  /** It begins when a video leaves fewer points. */
  readonly belowPoints: number
  readonly ceilingCents: number
}

/**
 * What of the terms can't be agreed to for a pack at its full price. The points of one pack reach the threshold, so that no top-up follows another
 * one at once.
 */
export function wrongTopUpTerms(
  { belowPoints, ceilingCents }: TopUpTerms,
  pack: { readonly points: number; readonly cents: number },
): (keyof TopUpTerms)[] {
  const isBelowRight = belowPoints >= MIN_TOP_UP_BELOW && belowPoints <= pack.points
  const isCeilingRight = ceilingCents >= pack.cents && ceilingCents <= MAX_TOP_UP_CEILING_CENTS
  return [...(isBelowRight ? [] : (['belowPoints'] as const)), ...(isCeilingRight ? [] : (['ceilingCents'] as const))]
}

/** The calendar month in UTC that a moment lies in: its first moment and that of the next one, in ms since 1970. */
export function utcMonthOf(ms: number): { readonly startsAtMs: number; readonly endsAtMs: number } {
  const at = new Date(ms)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { startsAtMs: Date.UTC(year, month, 1), endsAtMs: Date.UTC(year, month + 1, 1) }
}
