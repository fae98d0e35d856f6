import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPicture } from '#shared/domain/preflight.ts'
import { brightenPixels } from '#workers/image/core/prepare-picture.ts'
import { measurePicture } from '#workers/image/core/measure-picture.ts'
import { renderLandscape } from '../../fixtures/photos/landscape.ts'

const WIDTH = 480
const HEIGHT = 320
/** The size in px of the picture from which these pixels are reduced. */
const SOURCE_SIZE = [1440, 960] as const
const metricsOf = (brightness: number) => ({ sharpness: 1, brightness, highlights: 60, isPlain: false })

function brightenPixel(rgb: readonly number[], brightness: number): number[] {
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
    const metricsBefore = measurePicture(pixels, WIDTH, HEIGHT)
    expect(checkPicture(metricsBefore, ...SOURCE_SIZE).map(({ code }) => code)).toEqual(['dark'])
    brightenPixels(pixels, metricsBefore)
    const metricsAfter = measurePicture(pixels, WIDTH, HEIGHT)
    expect(checkPicture(metricsAfter, ...SOURCE_SIZE)).toEqual([])
    expect(metricsAfter.brightness).toBeGreaterThan(60)
    expect(metricsAfter.brightness).toBeLessThan(95)
  })

  test('black stays black, white stays white, and opaque stays opaque', () => {
    for (const brightness of [0, 5, 25, 79]) {
      expect(brightenPixel([0, 0, 0], brightness)).toEqual([0, 0, 0, 255])
      expect(brightenPixel([255, 255, 255], brightness)).toEqual([255, 255, 255, 255])
    }
  })

  test('nothing gets darker, brighter stays brighter, and the hue is unchanged', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), channel, (rgb, brightness) => {
        const [red = 0, green = 0, blue = 0] = brightenPixel(rgb, brightness)
        const rgbAfter = [red, green, blue]
        const gain = Math.max(...rgbAfter) / Math.max(1, ...rgb)
        expect(gain >= 1 || Math.max(...rgb) === 0).toBe(true)
        for (const [at, value] of rgb.entries()) {
          expect(rgbAfter[at] ?? 0).toBeGreaterThanOrEqual(value)
          expect(Math.abs((rgbAfter[at] ?? 0) - value * gain)).toBeLessThanOrEqual(1)
        }
      }),
    )
    const greys = Array.from({ length: 256 }, (_, value) => brightenPixel([value, value, value], 10)[0] ?? 0)
    expect(greys).toEqual(greys.toSorted((a, b) => a - b))
  })

  test('shadows are lifted six times at most, so that noise stays low', () => {
    expect(brightenPixel([10, 10, 10], 0)[0]).toBeLessThanOrEqual(60)
    expect(brightenPixel([1, 1, 1], 0)[0]).toBe(6)
  })

  test('a picture that is bright enough stays unchanged', () => {
    expect(brightenPixel([12, 120, 200], 80)).toEqual([12, 120, 200, 255])
    expect(brightenPixel([12, 120, 200], 180)).toEqual([12, 120, 200, 255])
  })

  test('strips give the same result as the whole picture', () => {
    const wholePixels = darkLandscape(0.2)
    const stripPixels = wholePixels.slice()
    const metrics = measurePicture(wholePixels, WIDTH, HEIGHT)
    brightenPixels(wholePixels, metrics)
    for (let at = 0; at < stripPixels.length; at += 7 * WIDTH * 4) brightenPixels(stripPixels.subarray(at, at + 7 * WIDTH * 4), metrics)
    expect(Buffer.from(stripPixels).equals(Buffer.from(wholePixels))).toBe(true)
  })
})
