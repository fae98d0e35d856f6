import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_INPUT_PX, MIN_SIDE_PX } from '#shared/domain/media-limits.ts'
import {
  BLURRED_BELOW,
  checkFrames,
  checkPicture,
  DARK_BRIGHTNESS_BELOW,
  DARK_HIGHLIGHTS_BELOW,
  FRAME_RATIO_MAX,
  FRAME_RATIO_MIN,
  partOfRatio,
  type PictureMetrics,
  SMALL_BELOW_PX,
} from '#shared/domain/preflight.ts'
import { planPicture } from '#workers/image/core/plan-picture.ts'

const FINE_METRICS: PictureMetrics = { sharpness: 1.2, brightness: 110, highlights: 220, isPlain: false }
const findingCodes = (metrics: PictureMetrics, width = 1200, height = 800) => checkPicture(metrics, width, height).map(({ code }) => code)

describe('what is found in a picture', () => {
  test('nothing in a fine one', () => expect(findingCodes(FINE_METRICS)).toEqual([]))

  test('a side of 359 px is too small, of 360 px it is not', () => {
    expect(SMALL_BELOW_PX).toBe(360)
    expect(checkPicture(FINE_METRICS, 359, 800)).toEqual([{ code: 'too_small', remedy: 'replace' }])
    expect(findingCodes(FINE_METRICS, 800, 359)).toEqual(['too_small'])
    expect(findingCodes(FINE_METRICS, 360, 360)).toEqual([])
  })

  test('a picture flagged as too small is still accepted', () => {
    expect(planPicture({ width: MIN_SIDE_PX, height: MIN_SIDE_PX }, MAX_INPUT_PX, null).ok).toBe(true)
    expect(findingCodes(FINE_METRICS, MIN_SIDE_PX, MIN_SIDE_PX)).toEqual(['too_small'])
  })

  test('blurred below the limit, not at it, and never where nothing can be measured', () => {
    expect(checkPicture({ ...FINE_METRICS, sharpness: BLURRED_BELOW - 0.001 }, 1200, 800)).toEqual([{ code: 'blurred', remedy: 'replace' }])
    expect(findingCodes({ ...FINE_METRICS, sharpness: BLURRED_BELOW })).toEqual([])
    expect(findingCodes({ ...FINE_METRICS, sharpness: null })).toEqual([])
  })

  test('dark only when the mean and the highlights are both below their limits', () => {
    const darkMetrics = { ...FINE_METRICS, brightness: DARK_BRIGHTNESS_BELOW - 0.1, highlights: DARK_HIGHLIGHTS_BELOW - 1 }
    expect(checkPicture(darkMetrics, 1200, 800)).toEqual([{ code: 'dark', remedy: 'brighten' }])
    expect(findingCodes({ ...darkMetrics, brightness: DARK_BRIGHTNESS_BELOW })).toEqual([])
    expect(findingCodes({ ...darkMetrics, highlights: DARK_HIGHLIGHTS_BELOW })).toEqual([])
  })

  test('one colour is neither blurred nor dark', () => {
    const plainMetrics = { sharpness: null, brightness: 0, highlights: 0, isPlain: true }
    expect(checkPicture(plainMetrics, 1200, 800)).toEqual([{ code: 'plain', remedy: 'replace' }])
    expect(findingCodes(plainMetrics, 300, 300)).toEqual(['too_small', 'plain'])
  })

  test('all findings are listed together', () => {
    expect(findingCodes({ sharpness: 0, brightness: 0, highlights: 0, isPlain: false }, 10, 10)).toEqual(['too_small', 'blurred', 'dark'])
  })
})

describe('start and end frame', () => {
  const side = fc.integer({ min: 1, max: 4096 })

  test('may differ in ratio from 0.8 to 1.25, both included', () => {
    expect([FRAME_RATIO_MIN, FRAME_RATIO_MAX]).toEqual([0.8, 1.25])
    const squareSize = { width: 1000, height: 1000 }
    for (const width of [800, 1000, 1250]) expect(checkFrames({ width, height: 1000 }, squareSize)).toEqual([])
    for (const width of [799, 1251])
      expect(checkFrames({ width, height: 1000 }, squareSize)).toEqual([{ code: 'ratios_apart', remedy: 'crop_to_match' }])
    expect(checkFrames(squareSize, { width: 799, height: 1000 })).toHaveLength(1)
    expect(checkFrames(squareSize, { width: 1251, height: 1000 })).toHaveLength(1)
  })

  test('are allowed exactly at the bounds, whatever their sizes', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(checkFrames({ width: 4 * width, height }, { width: 5 * width, height })).toEqual([])
        expect(checkFrames({ width: 5 * width, height }, { width: 4 * width, height })).toEqual([])
      }),
    )
  })

  test('a part of the end frame with the start frame’s ratio is whole, inside, centred and as large as can be', () => {
    fc.assert(
      fc.property(side, side, fc.double({ min: 0.01, max: 100, noNaN: true }), (width, height, ratio) => {
        const part = partOfRatio({ width, height }, ratio)
        expect(Object.values(part).every(Number.isInteger)).toBe(true)
        expect(part.width).toBeGreaterThanOrEqual(1)
        expect(part.height).toBeGreaterThanOrEqual(1)
        expect(part.width === width || part.height === height).toBe(true)
        for (const [start, length, fullLength] of [
          [part.x, part.width, width],
          [part.y, part.height, height],
        ] as const) {
          expect(start).toBeGreaterThanOrEqual(0)
          const lengthAfter = fullLength - start - length
          expect(lengthAfter - start === 0 || lengthAfter - start === 1).toBe(true)
        }
        const isExactWithinOnePx =
          Math.abs(part.width - part.height * ratio) <= Math.max(0.5, ratio / 2) + 1e-6 || part.width === 1 || part.height === 1
        expect(isExactWithinOnePx).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('once the end frame is cut to match, nothing is found any more', () => {
    const preparedSize = fc.record({ width: fc.integer({ min: 300, max: 4096 }), height: fc.integer({ min: 300, max: 4096 }) })
    fc.assert(
      fc.property(preparedSize, preparedSize, (start, end) => {
        fc.pre(start.width / start.height >= 0.4 && start.width / start.height <= 2.5)
        expect(checkFrames(start, partOfRatio(end, start.width / start.height))).toEqual([])
      }),
    )
  })

  test('a cut removes equal shares from both ends', () => {
    expect(partOfRatio({ width: 1600, height: 900 }, 1)).toEqual({ x: 350, y: 0, width: 900, height: 900 })
    expect(partOfRatio({ width: 900, height: 1600 }, 1)).toEqual({ x: 0, y: 350, width: 900, height: 900 })
    expect(partOfRatio({ width: 900, height: 1600 }, 900 / 1600)).toEqual({ x: 0, y: 0, width: 900, height: 1600 })
  })
})
