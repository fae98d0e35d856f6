import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateMeter } from '#server/motion/render/encode-run.ts'

const BYTES_PER_SECOND = 24_000
const UNJOINED_BUDGET = { bytesPerSecond: BYTES_PER_SECOND, isJoinedBefore: false, isJoinedAfter: false }

function meterOf(sizes: readonly number[], budget = UNJOINED_BUDGET) {
  const meter = createRateMeter(budget)
  for (const size of sizes) meter.add(size)
  return meter
}

const frameSizes = (count: number, size: number) => Array.from({ length: count }, () => size)

describe('the rate of a run', () => {
  it('is that of its worst second, at any start', () => {
    expect(meterOf(frameSizes(48, 1000)).excess()).toBe(1)
    expect(meterOf([...frameSizes(12, 100), ...frameSizes(24, 1500), ...frameSizes(40, 100)]).finalExcess()).toBe(1.5)
    expect(meterOf([24_000]).excess()).toBe(1)
  })

  it('leaves less for the end before another run and for the start after one', () => {
    const steadySizes = frameSizes(24, 1000)
    expect(meterOf(steadySizes, { ...UNJOINED_BUDGET, isJoinedAfter: true }).finalExcess()).toBeGreaterThan(1.1)
    expect(meterOf([8000, ...frameSizes(23, 600)]).finalExcess()).toBeLessThan(1)
    expect(meterOf([8000, ...frameSizes(23, 600)], { ...UNJOINED_BUDGET, isJoinedBefore: true }).excess()).toBeGreaterThan(1)
  })

  it('is never exceeded by more than a tenth across a join of two runs within it', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 24, maxLength: 60 })
    fc.assert(
      fc.property(sizes, sizes, (firstSizes, secondSizes) => {
        // The frames of each run are reduced by the run's excess over the budget, as a coarser quantiser does.
        const fittedFirst = fitToBudget(firstSizes, { ...UNJOINED_BUDGET, isJoinedAfter: true })
        const fittedSecond = fitToBudget(secondSizes, { ...UNJOINED_BUDGET, isJoinedBefore: true })
        return meterOf([...fittedFirst, ...fittedSecond]).excess() <= 1.1 + 1e-9
      }),
    )
  })
})

function fitToBudget(sizes: readonly number[], budget: typeof UNJOINED_BUDGET): readonly number[] {
  const excess = meterOf(sizes, budget).finalExcess()
  return sizes.map((size) => size / Math.max(1, excess))
}
