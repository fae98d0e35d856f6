import { describe, expect, test } from 'vitest'
import { dropEmpty } from '#shared/domain/drop-empty.ts'
import { NO_DATE, dateAndTime, isoDay, isoTime, relativeTime, timestampMs } from '#shared/domain/relative-time.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const nowMs = new Date(2026, 8, 7, 14, 5, 30).getTime()

describe('relative time', () => {
  test('0 minutes or less is just now, a clock that runs ahead too', () => {
    expect([nowMs, nowMs - 59 * SECOND_MS, nowMs + 5 * MINUTE_MS].map((timeMs) => relativeTime(timeMs, nowMs))).toEqual([
      { kind: 'now' },
      { kind: 'now' },
      { kind: 'now' },
    ])
  })

  test('under 60 minutes is counted in whole minutes', () => {
    expect(relativeTime(nowMs - MINUTE_MS, nowMs)).toEqual({ kind: 'minutes', minutes: 1 })
    expect(relativeTime(nowMs - 60 * MINUTE_MS + SECOND_MS, nowMs)).toEqual({ kind: 'minutes', minutes: 59 })
  })

  test('from 60 minutes on it is the date as YYYY-MM-DD HH:mm', () => {
    expect(relativeTime(nowMs - 60 * MINUTE_MS, nowMs)).toEqual({ kind: 'date', date: '2026-09-07 13:05' })
    expect(dateAndTime(new Date(2026, 0, 2, 3, 4).getTime())).toBe('2026-01-02 03:04')
  })

  test('a timestamp of 10 digits is in seconds', () => {
    expect(timestampMs(1_700_000_000)).toBe(1_700_000_000_000)
    expect(timestampMs(1_700_000_000_000)).toBe(1_700_000_000_000)
    expect(timestampMs(999_999_999)).toBe(999_999_999)
    const nowSeconds = Math.floor(nowMs / SECOND_MS)
    expect(relativeTime(nowSeconds - 120, nowSeconds)).toEqual({ kind: 'minutes', minutes: 2 })
  })
})

test('empty, null and undefined values are dropped from a payload, 0 and false are not', () => {
  expect(dropEmpty({ a: '', b: null, c: undefined, d: 0, e: false, f: 'x' })).toEqual({ d: 0, e: false, f: 'x' })
})

test('an impossible date is shown as none', () => {
  const impossibleMs = Number.MAX_SAFE_INTEGER
  expect([dateAndTime(impossibleMs), isoTime(impossibleMs), isoDay(Number.NaN)]).toEqual([NO_DATE, '', ''])
  expect([isoTime(0), isoDay(0)]).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01'])
})
