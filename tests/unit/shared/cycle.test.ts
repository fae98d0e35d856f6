import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleStartMs } from '#shared/domain/plan-periods.ts'

const anchorMs = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2090, 0, 1) })
const count = fc.integer({ min: 0, max: 60 })

const iso = (ms: number) => new Date(ms).toISOString()
const yearlyStart = (anchor: string, index: number) => iso(cycleStartMs(Date.parse(anchor), 'yearly', index))

describe('cycles of a weekly plan', () => {
  it('are 7 days of 24 hours apart, over a clock change, too', () => {
    const anchor = Date.parse('2026-03-26T12:34:56.789Z')
    expect([0, 1, 52].map((index) => iso(cycleStartMs(anchor, 'weekly', index)))).toEqual([
      '2026-03-26T12:34:56.789Z',
      '2026-04-02T12:34:56.789Z',
      '2027-03-25T12:34:56.789Z',
    ])
  })

  it('follow one another in equal steps', () => {
    fc.assert(
      fc.property(
        anchorMs,
        count,
        (anchor, index) => cycleStartMs(anchor, 'weekly', index + 1) - cycleStartMs(anchor, 'weekly', index) === 604_800_000,
      ),
    )
  })
})

describe('cycles of a yearly plan', () => {
  it('retain date and time of day', () => {
    expect([0, 1, 2].map((index) => yearlyStart('2026-11-21T23:59:59.999Z', index))).toEqual([
      '2026-11-21T23:59:59.999Z',
      '2027-11-21T23:59:59.999Z',
      '2028-11-21T23:59:59.999Z',
    ])
  })

  it('that began on 29 February fall on the 28th, and on the 29th again in leap years', () => {
    expect([1, 2, 3, 4, 5].map((index) => yearlyStart('2028-02-29T08:00:00.000Z', index).slice(0, 10))).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
      '2033-02-28',
    ])
    expect(yearlyStart('2096-02-29T08:00:00.000Z', 4).slice(0, 10)).toBe('2100-02-28')
  })

  it('come once in every year, with the same month and time of day, 365 or 366 days apart', () => {
    fc.assert(
      fc.property(anchorMs, count, (anchor, index) => {
        const [start, nextStart] = [new Date(cycleStartMs(anchor, 'yearly', index)), new Date(cycleStartMs(anchor, 'yearly', index + 1))]
        const anchorDate = new Date(anchor)
        expect(start.getUTCFullYear()).toBe(anchorDate.getUTCFullYear() + index)
        expect(start.getUTCMonth()).toBe(anchorDate.getUTCMonth())
        expect(iso(start.getTime()).slice(11)).toBe(iso(anchor).slice(11))
        expect([365, 366]).toContain((nextStart.getTime() - start.getTime()) / 86_400_000)
      }),
    )
  })
})
