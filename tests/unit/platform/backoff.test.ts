import { describe, expect, it } from 'vitest'
import { backoffMs } from '#workers/lib/backoff.ts'

const LIMITS = { minMs: 1000, maxMs: 30_000 }

describe('backoff', () => {
  it('doubles from the shortest wait to the longest', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffMs(attempt, LIMITS, () => 0))
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('subtracts up to a half, so that clients do not return together', () => {
    expect(backoffMs(3, LIMITS, () => 1)).toBe(2000)
    expect(backoffMs(3, LIMITS, () => 0.5)).toBe(3000)
  })
})
