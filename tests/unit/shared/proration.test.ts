import { describe, expect, it } from 'vitest'
import { creditedPoints, prorate, unusedCents } from '#shared/domain/plan-periods.ts'

const timeMs = (text: string) => Date.parse(text)
const HOUR_MS = 3_600_000

/** Three paid periods: a week from a Monday noon, a common year, and a year with 29 February. */
const WEEK = { paidCents: 999, startsAtMs: timeMs('2026-03-02T12:00:00Z'), endsAtMs: timeMs('2026-03-09T12:00:00Z') }
const YEAR = { paidCents: 4999, startsAtMs: timeMs('2026-03-01T00:00:00Z'), endsAtMs: timeMs('2027-03-01T00:00:00Z') }
const LEAP_YEAR = { paidCents: 4999, startsAtMs: timeMs('2027-03-01T00:00:00Z'), endsAtMs: timeMs('2028-03-01T00:00:00Z') }

// The expected values are computed by hand: paid cents × unused time ÷ length of the period.
describe('the unused part of a period', () => {
  it.each([
    ['all of it at the first moment', WEEK, '2026-03-02T12:00:00Z', 999],
    ['all of it before it begins', WEEK, '2026-03-01T12:00:00Z', 999],
    ['nothing at the end, nor after it', WEEK, '2026-03-09T12:00:00Z', 0],
    ['nothing a year after it', WEEK, '2027-03-09T12:00:00Z', 0],
    ['nearly all a second in: 999 × 604799 ÷ 604800 = 998.998', WEEK, '2026-03-02T12:00:01Z', 999],
    ['not all after five and a half minutes: 999 × 604470 ÷ 604800 = 998.4549', WEEK, '2026-03-02T12:05:30Z', 998],
    ['nothing in the last second: 999 ÷ 604800 = 0.0017', WEEK, '2026-03-09T11:59:59Z', 0],
    ['half a cent and less is none: 999 × 302 ÷ 604800 = 0.49884', WEEK, '2026-03-09T11:54:58Z', 0],
    ['more than half a cent is one: 999 × 303 ÷ 604800 = 0.50049', WEEK, '2026-03-09T11:54:57Z', 1],
    ['499.5 at the half of a week, half a cent up', WEEK, '2026-03-06T00:00:00Z', 500],
    ['one day of a week: 999 ÷ 7 = 142.71', WEEK, '2026-03-08T12:00:00Z', 143],
    ['six days of a week: 999 × 6 ÷ 7 = 856.29', WEEK, '2026-03-03T12:00:00Z', 856],
    ['one day of 365: 4999 ÷ 365 = 13.70', YEAR, '2027-02-28T00:00:00Z', 14],
    ['one day of 366: 4999 ÷ 366 = 13.66', LEAP_YEAR, '2028-02-29T00:00:00Z', 14],
    ['100 days of 365: 499900 ÷ 365 = 1369.59', YEAR, '2026-11-21T00:00:00Z', 1370],
    ['100 days of 366: 499900 ÷ 366 = 1365.85', LEAP_YEAR, '2027-11-22T00:00:00Z', 1366],
    ['184 days of 365 from the 31st on: 4999 × 184 ÷ 365 = 2520.04', YEAR, '2026-08-29T00:00:00Z', 2520],
    ['the 31st of a month: 60 of 365 days, 4999 × 60 ÷ 365 = 821.75', YEAR, '2026-12-31T00:00:00Z', 822],
  ] as const)('is %s', (_, period, moment, cents) => {
    expect(unusedCents(period, timeMs(moment))).toBe(cents)
  })

  it('counts hours, not days of a clock: a week over the change to summer time has 168 of them in every time zone', () => {
    const berlinWeek = { paidCents: 1680, startsAtMs: timeMs('2026-03-27T12:00:00+01:00'), endsAtMs: timeMs('2026-04-03T13:00:00+02:00') }
    expect(berlinWeek.endsAtMs - berlinWeek.startsAtMs).toBe(168 * HOUR_MS)
    expect(unusedCents(berlinWeek, timeMs('2026-03-29T04:00:00+02:00'))).toBe(1290)
    expect(unusedCents(berlinWeek, timeMs('2026-03-29T02:00:00Z'))).toBe(1290)
    expect(unusedCents(berlinWeek, timeMs('2026-03-28T18:00:00-08:00'))).toBe(1290)
  })

  it('of a year from 29 February is counted to its end on the 28th', () => {
    const year = { paidCents: 36_500, startsAtMs: timeMs('2028-02-29T00:00:00Z'), endsAtMs: timeMs('2029-02-28T00:00:00Z') }
    expect(unusedCents(year, timeMs('2029-02-27T00:00:00Z'))).toBe(100)
  })

  it('is nothing for an unpaid or refunded part, or without a length', () => {
    expect(unusedCents({ ...WEEK, paidCents: 0 }, WEEK.startsAtMs)).toBe(0)
    expect(unusedCents({ ...WEEK, paidCents: -5 }, WEEK.startsAtMs)).toBe(0)
    expect(unusedCents({ ...WEEK, endsAtMs: WEEK.startsAtMs }, WEEK.startsAtMs)).toBe(0)
  })

  it('is nothing at the very end and never more than the whole, however short the period', () => {
    const shortPeriod = { paidCents: 100, startsAtMs: 0, endsAtMs: 10 }
    expect([-5, 0, 9, 10, 15].map((moment) => unusedCents(shortPeriod, moment))).toEqual([100, 100, 10, 0, 0])
  })

  it('is exact where cents times milliseconds are more than a number holds', () => {
    const dearYear = { ...YEAR, paidCents: 9_999_999_999 }
    expect(unusedCents(dearYear, YEAR.startsAtMs)).toBe(9_999_999_999)
    // 9999999999 × 31535999999 ÷ 31536000000 = 9999999998.68
    expect(unusedCents(dearYear, YEAR.startsAtMs + 1)).toBe(9_999_999_999)
    // 9999999999 × 31535999996 ÷ 31536000000 = 9999999997.73
    expect(unusedCents(dearYear, YEAR.startsAtMs + 4)).toBe(9_999_999_998)
  })
})

describe('a change of the plan', () => {
  it('costs the new price less what is unused, to the cent, at every second of a day', () => {
    for (let second = 0; second < 86_400; second += 997) {
      const { creditCents, dueCents } = prorate(WEEK, WEEK.startsAtMs + second * 1000, 4999)
      expect(creditCents + dueCents).toBe(4999)
    }
    expect(prorate(WEEK, timeMs('2026-03-06T00:00:00Z'), 4999)).toEqual({ creditCents: 500, dueCents: 4499 })
    expect(prorate(WEEK, WEEK.startsAtMs, 4999)).toEqual({ creditCents: 999, dueCents: 4000 })
    expect(prorate(WEEK, WEEK.endsAtMs, 4999)).toEqual({ creditCents: 0, dueCents: 4999 })
  })

  it('credits never more than the new price', () => {
    expect(prorate(YEAR, YEAR.startsAtMs, 999)).toEqual({ creditCents: 999, dueCents: 0 })
  })

  it('counts the points that the credited part has added already', () => {
    expect(creditedPoints(400, 999, 999)).toBe(400)
    expect(creditedPoints(400, 500, 999)).toBe(200)
    // 400 × 499 ÷ 999 = 199.8
    expect(creditedPoints(400, 499, 999)).toBe(199)
    expect(creditedPoints(400, 0, 999)).toBe(0)
    expect(creditedPoints(400, 1, 999)).toBe(0)
    expect(creditedPoints(400, 2000, 999)).toBe(400)
    expect(creditedPoints(400, 5, 0)).toBe(0)
  })
})
