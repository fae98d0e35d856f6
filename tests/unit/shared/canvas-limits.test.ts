import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_CANVAS_PX, withinCanvas, MAX_AREA_PX, MAX_INPUT_PX } from '#shared/domain/media-limits.ts'

const side = fc.integer({ min: 1, max: 15_000 })

it('a canvas has at most 4096 × 4096 px, enough for every upload', () => {
  expect(MAX_CANVAS_PX).toBe(4096 * 4096)
  expect(MAX_CANVAS_PX).toBeGreaterThanOrEqual(MAX_AREA_PX)
  expect(MAX_CANVAS_PX).toBeLessThan(MAX_INPUT_PX)
})

it('a possible canvas size stays', () => {
  expect(withinCanvas({ width: 4096, height: 4096 })).toEqual({ width: 4096, height: 4096 })
  expect(withinCanvas({ width: 16_777_216, height: 1 })).toEqual({ width: 16_777_216, height: 1 })
})

it('a larger one becomes the largest canvas of its own shape', () => {
  expect(withinCanvas({ width: 6000, height: 4000 })).toEqual({ width: 5016, height: 3344 })
  expect(withinCanvas({ width: 6048, height: 8064 })).toEqual({ width: 3547, height: 4729 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const canvas = withinCanvas({ width, height })
      expect(canvas.width * canvas.height).toBeLessThanOrEqual(MAX_CANVAS_PX)
      expect(Math.abs(canvas.width / width - canvas.height / height)).toBeLessThanOrEqual(1 / Math.min(width, height))
    }),
  )
})
