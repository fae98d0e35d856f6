import { type MembershipFacts, isMembershipActive } from './membership-terms.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The shortest time between two automatic refreshes of the account, in ms. */
export const MEMBERSHIP_FLOOR_MS = 60 * SECOND_MS
/** Refresh requests within this time are merged, in ms. */
export const MEMBERSHIP_DEBOUNCE_MS = SECOND_MS
/** The time after which a tab that became visible triggers a refresh of the account, in ms. */
export const VISIBLE_CHECK_DELAY_MS = 2 * SECOND_MS
/** Tabs that become visible trigger at most one such refresh in this time, in ms. */
export const VISIBLE_CHECK_THROTTLE_MS = SECOND_MS

/** The refresh intervals by the membership's remaining time, in ms. The first row whose `leftMs` is at least the remaining time applies. */
export const MEMBERSHIP_INTERVALS = [
  { leftMs: 0, refreshMs: 5 * MINUTE_MS },
  { leftMs: 2 * MINUTE_MS, refreshMs: 30 * SECOND_MS },
  { leftMs: 10 * MINUTE_MS, refreshMs: MINUTE_MS },
  { leftMs: 2 * HOUR_MS, refreshMs: 5 * MINUTE_MS },
  { leftMs: DAY_MS, refreshMs: 10 * MINUTE_MS },
  { leftMs: 7 * DAY_MS, refreshMs: 30 * MINUTE_MS },
  { leftMs: 30 * DAY_MS, refreshMs: 2 * HOUR_MS },
] as const
/** The refresh interval if more than the last row's `leftMs` of the membership is left, in ms. */
export const LONG_MEMBERSHIP_REFRESH_MS = 6 * HOUR_MS
/** The refresh interval if the end of a running membership is unknown, in ms. */
export const DEFAULT_MEMBERSHIP_REFRESH_MS = 30 * MINUTE_MS
/** The refresh interval without a membership, in ms. */
export const NO_MEMBERSHIP_REFRESH_MS = 6 * HOUR_MS

/** The delay until the next refresh of the account after a refresh at `nowMs`, in ms. */
export function membershipRefreshMs(facts: MembershipFacts, nowMs: number): number {
  const { membershipExpiresAt } = facts
  if (membershipExpiresAt === null) return isMembershipActive(facts, nowMs) ? DEFAULT_MEMBERSHIP_REFRESH_MS : NO_MEMBERSHIP_REFRESH_MS
  const leftMs = membershipExpiresAt - nowMs
  return MEMBERSHIP_INTERVALS.find((row) => leftMs <= row.leftMs)?.refreshMs ?? LONG_MEMBERSHIP_REFRESH_MS
}
