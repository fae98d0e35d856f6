import { describe, expect, it } from 'vitest'
import { nextSubscriptionCheckMs, nextOrderCheckMs } from '#server/billing/orders/next-check.ts'
import { RENEWAL_NOTICE_MS, TRIAL_REMINDER_MS } from '#shared/domain/membership-terms.ts'
import { DAY_MS, WEEK_MS } from './books.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW_MS = 1_800_000_000_000

describe('an open order', () => {
  it.each([
    ['is looked at after a minute', 0, MINUTE_MS],
    ['of less than a minute waits a whole one', MINUTE_MS - 1, MINUTE_MS],
    ['waits as long as it is old', 7 * MINUTE_MS, 7 * MINUTE_MS],
    ['waits an hour at most', DAY_MS, HOUR_MS],
  ])('%s', (_, ageMs, waitMs) => {
    expect(nextOrderCheckMs(NOW_MS - ageMs, NOW_MS)).toBe(NOW_MS + waitMs)
  })
})

describe('a subscription', () => {
  const requestFields = { requestedStop: null, remindedOfMs: null, cancelledAtMs: null } as const
  const activePlan = { plan: 'weekly', state: 'active', periodEndMs: NOW_MS + WEEK_MS, ...requestFields } as const

  it.each([
    ['that has ended is looked at no more', { state: 'ended', requestedStop: 'now' }, null],
    ['that runs is looked at once a day', {}, DAY_MS],
    ['is looked at a minute after its end', { periodEndMs: NOW_MS + HOUR_MS }, HOUR_MS + MINUTE_MS],
    ['at its end has a minute to be paid', { periodEndMs: NOW_MS }, MINUTE_MS],
    ['that nobody told about is looked at every ten minutes', { periodEndMs: NOW_MS - MINUTE_MS }, 10 * MINUTE_MS],
    [
      'that is to stop is looked at each minute, also after its end',
      { requestedStop: 'period_end', periodEndMs: NOW_MS - DAY_MS },
      MINUTE_MS,
    ],
    ['that is to stop at once is looked at each minute', { requestedStop: 'now' }, MINUTE_MS],
    ['whose cancellation is taken back is looked at each minute', { requestedStop: 'withdrawn', cancelledAtMs: NOW_MS }, MINUTE_MS],
  ] as const)('%s', (_, changes, waitMs) => {
    expect(nextSubscriptionCheckMs({ ...activePlan, ...changes }, NOW_MS)).toBe(waitMs === null ? null : NOW_MS + waitMs)
  })

  const endsSoonMs = NOW_MS + TRIAL_REMINDER_MS + HOUR_MS
  it.each([
    ['in its trial is looked at when its payer is to be reminded', {}, HOUR_MS],
    ['in its trial is looked at once a day before', { periodEndMs: NOW_MS + WEEK_MS }, DAY_MS],
    ['whose reminder is late is looked at now', { periodEndMs: NOW_MS + HOUR_MS }, 0],
    ['whose payer was reminded of this end needs no other reminder', { remindedOfMs: endsSoonMs }, DAY_MS],
    ['whose payer was reminded of another end needs one', { remindedOfMs: endsSoonMs - 1 }, HOUR_MS],
    ['whose trial was called off needs no reminder', { cancelledAtMs: NOW_MS }, DAY_MS],
    ['that is paid needs no reminder', { state: 'active' }, DAY_MS],
  ] as const)('%s', (_, changes, waitMs) => {
    expect(nextSubscriptionCheckMs({ ...activePlan, state: 'trial', periodEndMs: endsSoonMs, ...changes }, NOW_MS)).toBe(NOW_MS + waitMs)
  })

  const renewsSoonMs = NOW_MS + RENEWAL_NOTICE_MS + HOUR_MS
  it.each([
    ['is looked at when its payer is to be told', {}, HOUR_MS],
    ['whose payer was told of this renewal is looked at once a day', { remindedOfMs: renewsSoonMs }, DAY_MS],
    ['that was called off announces nothing', { cancelledAtMs: NOW_MS }, DAY_MS],
    ['that is to stop announces nothing', { requestedStop: 'now' }, MINUTE_MS],
    ['whose payment fails announces nothing', { state: 'past_due' }, DAY_MS],
  ] as const)('that is yearly and %s', (_, changes, waitMs) => {
    expect(nextSubscriptionCheckMs({ ...activePlan, plan: 'yearly', periodEndMs: renewsSoonMs, ...changes }, NOW_MS)).toBe(NOW_MS + waitMs)
  })
})
