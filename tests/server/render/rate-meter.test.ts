import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateMeter } from '#server/motion/render/encode-run.ts'

const BYTES_PER_SECOND = 24_000
const ALONE = { bytesPerSecond: BYTES_PER_SECOND, isJoinedBefore: false, isJoinedAfter: false }

function meterOf(sizes: readonly number[], budget = ALONE) {
  const meter = createRateMeter(budget)
  for (const size of sizes) meter.add(size)
  return meter
}

const frames = (count: number, size: number) => Array.from({ length: count }, () => size)

describe('the rate of a run', () => {
  it('is that of its worst second, at any start', () => {
    expect(meterOf(frames(48, 1000)).excess()).toBe(1)
    expect(meterOf([...frames(12, 100), ...frames(24, 1500), ...frames(40, 100)]).finalExcess()).toBe(1.5)
    expect(meterOf([24_000]).excess()).toBe(1)
  })

  it('leaves less for the end before another run and for the start after one', () => {
    const steady = frames(24, 1000)
    expect(meterOf(steady, { ...ALONE, isJoinedAfter: true }).finalExcess()).toBeGreaterThan(1.1)
    expect(meterOf([8000, ...frames(23, 600)]).finalExcess()).toBeLessThan(1)
    expect(meterOf([8000, ...frames(23, 600)], { ...ALONE, isJoinedBefore: true }).excess()).toBeGreaterThan(1)
  })

  it('is never exceeded by more than a tenth across a join of two runs within it', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 24, maxLength: 60 })
    fc.assert(
      fc.property(sizes, sizes, (before, after) => {
        // The frames of each run are reduced by the run's excess over the budget, as a coarser quantiser does.
        const first = fitted(before, { ...ALONE, isJoinedAfter: true })
        const second = fitted(after, { ...ALONE, isJoinedBefore: true })
        return meterOf([...first, ...second]).excess() <= 1.1 + 1e-9
      }),
    )
  })
})

function fitted(sizes: readonly number[], budget: typeof ALONE): readonly number[] {
  const excess = meterOf(sizes, budget).finalExcess()
  return sizes.map((size) => size / Math.max(1, excess))
}
