import { describe, expect, it } from 'vitest'
import * as rules from '#shared/domain/top-up-rules.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'

const PACK = { points: 300, cents: 1199 }
const wrongFields = (belowPoints: number, ceilingCents: number) => rules.wrongTopUpTerms({ belowPoints, ceilingCents }, PACK)

describe('the numbers of low points and top-ups', () => {
  it('are these', () => {
    expect([rules.LOW_POINTS, rules.MAX_LOW_POINTS, rules.MIN_TOP_UP_BELOW]).toEqual([BASE_POINTS, 10_000, 1])
    expect(rules.MAX_TOP_UP_CEILING_CENTS).toBe(50_000)
    expect([rules.LOW_POINTS_PAUSE_MS, rules.TOP_UP_CARD_WITHIN_MS, rules.TOP_UP_CHARGE_WITHIN_MS]).toEqual([
      86_400_000, 86_400_000, 3_600_000,
    ])
  })
})

describe('terms', () => {
  it('are right up to their bounds, and each wrong one is named', () => {
    expect(wrongFields(rules.MIN_TOP_UP_BELOW, PACK.cents)).toEqual([])
    expect(wrongFields(PACK.points, rules.MAX_TOP_UP_CEILING_CENTS)).toEqual([])
    expect(wrongFields(PACK.points + 1, PACK.cents)).toEqual(['belowPoints'])
    expect(wrongFields(0, PACK.cents - 1)).toEqual(['belowPoints', 'ceilingCents'])
    expect(wrongFields(1, rules.MAX_TOP_UP_CEILING_CENTS + 1)).toEqual(['ceilingCents'])
  })
})

describe('a month', () => {
  it('is that of UTC, from its first moment up to the next one’s, over the end of a year and in leap years', () => {
    const endsAtMs = Date.UTC(2027, 0, 1)
    expect(rules.utcMonthOf(endsAtMs - 1)).toEqual({ startsAtMs: Date.UTC(2026, 11, 1), endsAtMs })
    expect(rules.utcMonthOf(endsAtMs)).toEqual({ startsAtMs: endsAtMs, endsAtMs: Date.UTC(2027, 1, 1) })
    expect(rules.utcMonthOf(Date.UTC(2028, 1, 29, 23, 59)).endsAtMs).toBe(Date.UTC(2028, 2, 1))
  })
})
