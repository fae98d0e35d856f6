import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPicture } from '#shared/domain/preflight.ts'
import { brightenPixels } from '#workers/image/core/prepare-picture.ts'
import { measurePicture } from '#workers/image/core/measure-picture.ts'
import { renderLandscape } from '../../fixtures/photos/landscape.ts'

const WIDTH = 480
const HEIGHT = 320
/** The size in px of the picture from which these pixels are reduced. */
const SOURCE = [1440, 960] as const
const metricsOf = (brightness: number) => ({ sharpness: 1, brightness, highlights: 60, isPlain: false })

function brightened(rgb: readonly number[], brightness: number): number[] {
  const pixels = new Uint8ClampedArray([...rgb, 255])
  brightenPixels(pixels, metricsOf(brightness))
  return [...pixels]
}

function darkLandscape(share: number): Uint8ClampedArray {
  const rgb = renderLandscape(WIDTH, HEIGHT, 1)
  return Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : Math.round((rgb[(at >> 2) * 3 + (at % 4)] ?? 0) * share),
  )
}

describe('brightening', () => {
  test('a picture found dark is not dark any more', () => {
    const pixels = darkLandscape(0.2)
    const before = measurePicture(pixels, WIDTH, HEIGHT)
    expect(checkPicture(before, ...SOURCE).map(({ code }) => code)).toEqual(['dark'])
    brightenPixels(pixels, before)
    const after = measurePicture(pixels, WIDTH, HEIGHT)
    expect(checkPicture(after, ...SOURCE)).toEqual([])
    expect(after.brightness).toBeGreaterThan(60)
    expect(after.brightness).toBeLessThan(95)
  })

  test('black stays black, white stays white, and opaque stays opaque', () => {
    for (const brightness of [0, 5, 25, 79]) {
      expect(brightened([0, 0, 0], brightness)).toEqual([0, 0, 0, 255])
      expect(brightened([255, 255, 255], brightness)).toEqual([255, 255, 255, 255])
    }
  })

  test('nothing gets darker, brighter stays brighter, and the hue is unchanged', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), channel, (rgb, brightness) => {
        const [red = 0, green = 0, blue = 0] = brightened(rgb, brightness)
        const after = [red, green, blue]
        const gain = Math.max(...after) / Math.max(1, ...rgb)
        expect(gain >= 1 || Math.max(...rgb) === 0).toBe(true)
        for (const [at, value] of rgb.entries()) {
          expect(after[at] ?? 0).toBeGreaterThanOrEqual(value)
          expect(Math.abs((after[at] ?? 0) - value * gain)).toBeLessThanOrEqual(1)
        }
      }),
    )
    const greys = Array.from({ length: 256 }, (_, value) => brightened([value, value, value], 10)[0] ?? 0)
    expect(greys).toEqual(greys.toSorted((a, b) => a - b))
  })

  test('shadows are lifted six times at most, so that noise stays low', () => {
    expect(brightened([10, 10, 10], 0)[0]).toBeLessThanOrEqual(60)
    expect(brightened([1, 1, 1], 0)[0]).toBe(6)
  })

  test('a picture that is bright enough stays unchanged', () => {
    expect(brightened([12, 120, 200], 80)).toEqual([12, 120, 200, 255])
    expect(brightened([12, 120, 200], 180)).toEqual([12, 120, 200, 255])
  })

  test('strips give the same result as the whole picture', () => {
    const whole = darkLandscape(0.2)
    const strips = whole.slice()
    const measured = measurePicture(whole, WIDTH, HEIGHT)
    brightenPixels(whole, measured)
    for (let at = 0; at < strips.length; at += 7 * WIDTH * 4) brightenPixels(strips.subarray(at, at + 7 * WIDTH * 4), measured)
    expect(Buffer.from(strips).equals(Buffer.from(whole))).toBe(true)
  })
})
