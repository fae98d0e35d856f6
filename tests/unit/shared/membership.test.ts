import { describe, expect, it } from 'vitest'
import {
  DEFAULT_MEMBERSHIP_REFRESH_MS,
  LONG_MEMBERSHIP_REFRESH_MS,
  MEMBERSHIP_DEBOUNCE_MS,
  MEMBERSHIP_FLOOR_MS,
  MEMBERSHIP_INTERVALS,
  membershipRefreshMs,
  NO_MEMBERSHIP_REFRESH_MS,
  VISIBLE_CHECK_DELAY_MS,
  VISIBLE_CHECK_THROTTLE_MS,
} from '#shared/domain/membership-refresh.ts'
import { ACTIVE_SUBSCRIPTION_STATUS, CANCELLED_SUBSCRIPTION_STATUS, isMembershipActive } from '#shared/domain/membership-terms.ts'

const NOW_MS = 1_800_000_000_000
const SECOND_MS = 1000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

describe('an active membership', () => {
  it.each([
    [NOW_MS + 1, 'NONE', true],
    [NOW_MS, 'NONE', false],
    [NOW_MS - 1, 'NONE', false],
    [NOW_MS - 1, 'ACTIVE', true],
    [null, 'ACTIVE', true],
    [null, 'NONE', false],
    [null, 'active', false],
  ])('with its end at %s and the status %s: %s', (membershipExpiresAt, membershipStatus, isActive) => {
    expect(isMembershipActive({ membershipExpiresAt, membershipStatus }, NOW_MS)).toBe(isActive)
  })
})

describe('the refresh interval', () => {
  const refreshMs = (leftMs: number, membershipStatus = 'ACTIVE') =>
    membershipRefreshMs({ membershipStatus, membershipExpiresAt: NOW_MS + leftMs }, NOW_MS)

  it.each([
    ['expired', 0, 5 * MINUTE_MS, 5 * MINUTE_MS, 30 * SECOND_MS],
    ['2 min', 2 * MINUTE_MS, 30 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS],
    ['10 min', 10 * MINUTE_MS, MINUTE_MS, MINUTE_MS, 5 * MINUTE_MS],
    ['2 h', 2 * HOUR_MS, 5 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS],
    ['1 day', DAY_MS, 10 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
    ['7 days', 7 * DAY_MS, 30 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS],
    ['30 days', 30 * DAY_MS, 2 * HOUR_MS, 2 * HOUR_MS, 6 * HOUR_MS],
  ])('changes at %s: one ms before it, at it, one ms after it', (_name, leftMs, intervalBeforeMs, intervalAtMs, intervalAfterMs) => {
    expect([refreshMs(leftMs - 1), refreshMs(leftMs), refreshMs(leftMs + 1)]).toEqual([intervalBeforeMs, intervalAtMs, intervalAfterMs])
  })

  it('lists its rows from the nearest end on, so that the first that fits is the right one', () => {
    const leftTimesMs = MEMBERSHIP_INTERVALS.map(({ leftMs }) => leftMs)
    expect(leftTimesMs).toEqual([...leftTimesMs].sort((a, b) => a - b))
  })

  it('of an ended membership does not depend on the status', () => {
    expect([refreshMs(-1, 'NONE'), refreshMs(-400 * DAY_MS, 'ACTIVE')]).toEqual([5 * MINUTE_MS, 5 * MINUTE_MS])
  })

  it('without an end is the default for a member and long for everybody else', () => {
    const refreshWithoutEndMs = (membershipStatus: string) => membershipRefreshMs({ membershipStatus, membershipExpiresAt: null }, NOW_MS)
    expect([refreshWithoutEndMs('ACTIVE'), refreshWithoutEndMs('NONE'), refreshWithoutEndMs('')]).toEqual([
      30 * MINUTE_MS,
      6 * HOUR_MS,
      6 * HOUR_MS,
    ])
  })

  it('has the numbers of the rules', () => {
    expect([MEMBERSHIP_FLOOR_MS, MEMBERSHIP_DEBOUNCE_MS, VISIBLE_CHECK_DELAY_MS, VISIBLE_CHECK_THROTTLE_MS]).toEqual([
      60_000, 1000, 2000, 1000,
    ])
    expect([LONG_MEMBERSHIP_REFRESH_MS, DEFAULT_MEMBERSHIP_REFRESH_MS, NO_MEMBERSHIP_REFRESH_MS]).toEqual([
      6 * HOUR_MS,
      30 * MINUTE_MS,
      6 * HOUR_MS,
    ])
  })
})

it('has the status codes of the wire', () => {
  expect([ACTIVE_SUBSCRIPTION_STATUS, CANCELLED_SUBSCRIPTION_STATUS]).toEqual([1, 2])
})
