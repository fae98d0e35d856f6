import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import { MAX_AREA_PX, MAX_INPUT_PX, MAX_SHRINK_PASSES, MAX_SIDE_PX, MAX_UPLOAD_BYTES, MIN_SIDE_PX } from '#shared/domain/media-limits.ts'
import { planPicture } from '#workers/image/core/plan-picture.ts'
import { ok } from '#shared/result.ts'
import { shrinkToFit } from '#workers/image/core/prepare-picture.ts'

interface Size {
  readonly width: number
  readonly height: number
}

const RUNS = 3000

/** The length of a side: of every magnitude, often near a limit, sometimes absurdly large. */
const side = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(1, 299, 300, 301, 749, 750, 751, 1638, 1639, 4095, 4096, 4097, 10_240, 10_241, 65_535) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 31 }) },
)
const size: fc.Arbitrary<Size> = fc.record({ width: side, height: side })
const crop: fc.Arbitrary<CropChoice | null> = fc.option(
  fc.record({
    turn: fc.record({ quarters: fc.constantFrom(0, 1, 2, 3), isMirrored: fc.boolean() }),
    part: fc.record({ x: fc.integer({ min: -50, max: 20_000 }), y: fc.integer({ min: -50, max: 20_000 }), width: side, height: side }),
  }),
)

/** An encoder whose file size grows with some power of the area. It may compress everything or nothing. */
const encoder = fc.record({
  perPixel: fc.double({ min: 0.001, max: 40, noNaN: true }),
  power: fc.double({ min: 0, max: 1.3, noNaN: true }),
})

function expectWithinLimits({ width, height }: Size): void {
  expect(Number.isInteger(width) && Number.isInteger(height)).toBe(true)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(MIN_SIDE_PX)
  expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_SIDE_PX)
  expect(width * height).toBeLessThanOrEqual(MAX_AREA_PX)
  expect(5 * width, 'at least 0.4 in whole numbers').toBeGreaterThanOrEqual(2 * height)
  expect(2 * width, 'at most 2.5 in whole numbers').toBeLessThanOrEqual(5 * height)
}

describe('every picture that is accepted', () => {
  it('is within bytes, sides, area and ratio, for any size, crop and bytes, after at most ten more passes', async () => {
    let acceptedCount = 0
    await fc.assert(
      fc.asyncProperty(size, crop, encoder, async (source, choice, { perPixel, power }) => {
        const plan = planPicture(source, MAX_INPUT_PX, choice)
        if (!plan.ok) return
        const { part, scale } = plan.value
        const drawnSizes: Size[] = []
        const shrinkResult = await shrinkToFit(part, scale, MAX_UPLOAD_BYTES, async (width, height) => {
          drawnSizes.push({ width, height })
          return ok({ size: Math.ceil(perPixel * (width * height) ** power * (part.width * part.height) ** (1 - power)) } as Blob)
        })
        drawnSizes.forEach(expectWithinLimits)
        expect(drawnSizes.length).toBeLessThanOrEqual(1 + MAX_SHRINK_PASSES)
        for (const { width, height } of drawnSizes) expect(width <= part.width && height <= part.height).toBe(true)
        if (!shrinkResult.ok) return
        acceptedCount += 1
        expect(shrinkResult.value.encoded.blob.size).toBeLessThanOrEqual(MAX_UPLOAD_BYTES)
        expect(drawnSizes.at(-1)).toEqual({ width: shrinkResult.value.encoded.width, height: shrinkResult.value.encoded.height })
        expect(drawnSizes).toHaveLength(1 + shrinkResult.value.passes)
      }),
      { numRuns: RUNS },
    )
    expect(acceptedCount).toBeGreaterThan(RUNS / 20)
  })

  it('retains the points within it, never more', () => {
    fc.assert(
      fc.property(size, crop, (source, choice) => {
        const plan = planPicture(source, MAX_INPUT_PX, choice)
        if (!plan.ok) return
        const { part, turn } = plan.value
        const [width, height] = turn.quarters % 2 === 0 ? [source.width, source.height] : [source.height, source.width]
        expect(part.x >= 0 && part.y >= 0 && part.x + part.width <= width && part.y + part.height <= height).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a picture is refused', () => {
  it('for its pixels before any other check, and for a side that is short after the cut', () => {
    fc.assert(
      fc.property(size, ({ width, height }) => {
        const plan = planPicture({ width, height }, MAX_INPUT_PX, null)
        const code = plan.ok ? 'accepted' : plan.error.code
        if (width * height > MAX_INPUT_PX) expect(code).toBe('image_too_many_pixels')
        else if (Math.min(width, height) < MIN_SIDE_PX) expect(code).toBe('image_too_small')
        else expect(code).toBe('accepted')
      }),
      { numRuns: RUNS },
    )
  })
})
