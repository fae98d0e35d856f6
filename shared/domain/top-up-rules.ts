import { BASE_POINTS } from './video-price.ts'

const HOUR_MS = 60 * 60 * 1000

/** The default balance below which the user gets a mail: the price of one video with default settings. */
export const LOW_POINTS = BASE_POINTS
/** The highest balance that a user can choose as the limit for this mail, in points. */
export const MAX_LOW_POINTS = 10_000
/** The shortest pause between two of these mails to an account, in ms. */
export const LOW_POINTS_PAUSE_MS = 24 * HOUR_MS
/** The lowest threshold of an automatic top-up, in points. */
export const MIN_TOP_UP_BELOW = 1
/** The highest monthly ceiling of automatic top-ups, in cents. */
export const MAX_TOP_UP_CEILING_CENTS = 500_00
/** How long after its start a top-up may be charged for the first time, in ms. */
export const TOP_UP_CHARGE_WITHIN_MS = HOUR_MS
/** How long an agreement to automatic top-ups waits for a saved card, in ms. */
export const TOP_UP_CARD_WITHIN_MS = 24 * HOUR_MS

/**
 * Why an agreement to automatic top-ups ended. `person`: the user ended it. `unconfirmed`: the user did not confirm a payment. `price`: the
 * pack costs more than agreed or is no longer sold. `leaving`: the account is being deleted.
 */
export const TOP_UP_ENDS = ['person', 'replaced', 'no_card', 'declined', 'unconfirmed', 'price', 'leaving'] as const
export type TopUpEnd = (typeof TOP_UP_ENDS)[number]

export interface TopUpTerms {
  /** A top-up starts when a video leaves fewer points than this. */
  readonly belowPoints: number
  readonly ceilingCents: number
}

/**
 * The fields whose values are invalid for a pack at its full price. One pack must contain at least the points of the threshold, so that no
 * second top-up follows at once.
 */
export function wrongTopUpTerms(
  { belowPoints, ceilingCents }: TopUpTerms,
  pack: { readonly points: number; readonly cents: number },
): (keyof TopUpTerms)[] {
  const isThresholdValid = belowPoints >= MIN_TOP_UP_BELOW && belowPoints <= pack.points
  const isCeilingValid = ceilingCents >= pack.cents && ceilingCents <= MAX_TOP_UP_CEILING_CENTS
  return [...(isThresholdValid ? [] : (['belowPoints'] as const)), ...(isCeilingValid ? [] : (['ceilingCents'] as const))]
}

/** The UTC calendar month of a time: its start and the start of the next month, in ms since 1970. */
export function utcMonthOf(ms: number): { readonly startsAtMs: number; readonly endsAtMs: number } {
  const date = new Date(ms)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { startsAtMs: Date.UTC(year, month, 1), endsAtMs: Date.UTC(year, month + 1, 1) }
}
