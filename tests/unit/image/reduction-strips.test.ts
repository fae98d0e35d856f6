import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_CANVAS_PX, fitScale, MAX_INPUT_PX, scaledSize } from '#shared/domain/media-limits.ts'
import { reductionStrips } from '#workers/image/core/paint-picture.ts'

const size = fc
  .record({ width: fc.integer({ min: 2000, max: 20_000 }), height: fc.integer({ min: 2000, max: 20_000 }) })
  .filter(({ width, height }) => width * height > MAX_CANVAS_PX && width * height <= MAX_INPUT_PX)

it('cuts a photo of 48 MP into few strips', () => {
  const strips = reductionStrips({ width: 8064, height: 6048 }, { width: 4096, height: 3072 }, MAX_CANVAS_PX)
  expect(strips).toHaveLength(4)
  expect(strips[0]).toEqual({ sourceRows: { y: 0, height: 1890 }, reducedRows: { y: 0, height: 960 }, usedRows: { y: 0, height: 944 } })
})

it('makes every row of the target once, from strips that a canvas can hold', () => {
  fc.assert(
    fc.property(size, (source) => {
      const target = scaledSize(source.width, source.height, fitScale(source.width, source.height))
      let madeRows = 0
      for (const strip of reductionStrips(source, target, MAX_CANVAS_PX)) {
        expect(strip.usedRows.y).toBe(madeRows)
        madeRows += strip.usedRows.height
        expect(source.width * Math.round(strip.sourceRows.height)).toBeLessThanOrEqual(MAX_CANVAS_PX)
        expect(strip.sourceRows.y).toBeGreaterThanOrEqual(0)
        expect(strip.sourceRows.y + strip.sourceRows.height).toBeLessThanOrEqual(source.height + 1e-6)
        expect(strip.sourceRows.height / strip.reducedRows.height).toBeCloseTo(source.height / target.height, 6)
        const isFirst = strip.reducedRows.y === 0
        const isLast = strip.reducedRows.y + strip.reducedRows.height === target.height
        expect(isFirst || strip.usedRows.y - strip.reducedRows.y >= 8).toBe(true)
        expect(isLast || strip.reducedRows.y + strip.reducedRows.height - strip.usedRows.y - strip.usedRows.height >= 8).toBe(true)
      }
      expect(madeRows).toBe(target.height)
    }),
  )
})

it('begins and ends strips as near to whole rows of the source as can be, so that those are copied and not blurred', () => {
  for (const strip of reductionStrips({ width: 6000, height: 4000 }, { width: 4096, height: 2731 }, MAX_CANVAS_PX)) {
    expect(Math.abs(strip.sourceRows.y - Math.round(strip.sourceRows.y))).toBeLessThan(0.05)
  }
})
