import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { checkPicture } from '#shared/domain/preflight.ts'
import { METRICS_SIDE_PX, measurePicture } from '#workers/image/core/measure-picture.ts'
import { renderLandscape } from '../../fixtures/photos/landscape.ts'
import { makeRandom } from '../../fixtures/photos/value-noise.ts'

const WIDTH = 1024
const HEIGHT = 683
/** One px of the reduced picture, in px of the source. */
const METRICS_PX = WIDTH / METRICS_SIDE_PX

const landscapes = [0, 1, 2].map((seed) => Buffer.from(renderLandscape(WIDTH, HEIGHT, seed)))
const [landscape] = landscapes as [Buffer]
const asPicture = (rgb: Buffer) => sharp(rgb, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
const blurPicture = (rgb: Buffer, px: number) =>
  asPicture(rgb)
    .blur(px * METRICS_PX)
    .raw()
    .toBuffer()

async function measureReduced(picture: Sharp) {
  const { data, info } = await picture
    .resize(METRICS_SIDE_PX, METRICS_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return measurePicture(new Uint8ClampedArray(data), info.width, info.height)
}

async function findCodes(rgb: Buffer) {
  return checkPicture(await measureReduced(asPicture(rgb)), WIDTH, HEIGHT).map(({ code }) => code)
}

/** The picture as if the camera had received this share of the light. */
function exposePicture(rgb: Buffer, share: number): Buffer {
  const gain = share ** (1 / 2.2)
  return Buffer.from(rgb.map((value) => Math.round(value * gain)))
}

function pasteOnto(rgb: Buffer, overlay: Buffer, isInside: (x: number, y: number) => boolean): Buffer {
  return Buffer.from(rgb.map((value, at) => (isInside(((at / 3) | 0) % WIDTH, (at / 3 / WIDTH) | 0) ? (overlay[at] ?? 0) : value)))
}

describe('how sharp a picture is', () => {
  test.each([0, 1, 2])('landscape %i is sharp, slightly soft it passes, and blurred it is found', async (seed) => {
    const rgb = landscapes[seed] ?? landscape
    expect(await findCodes(rgb)).toEqual([])
    expect(await findCodes(await blurPicture(rgb, 2))).toEqual([])
    for (const px of [5, 6, 10]) expect(await findCodes(await blurPicture(rgb, px))).toEqual(['blurred'])
  })

  test('it falls with the blur, and comes to the inverse of twice its square', async () => {
    const values: number[] = []
    for (const px of [1, 2, 3, 4, 6, 10])
      values.push((await measureReduced(asPicture(await blurPicture(landscape, px)))).sharpness ?? Number.NaN)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    const step = Buffer.alloc(WIDTH * HEIGHT * 3).map((_, at) => (((at / 3) | 0) % WIDTH < WIDTH / 2 ? 60 : 200))
    const { sharpness } = await measureReduced(asPicture(await blurPicture(Buffer.from(step), 3)))
    expect((sharpness ?? 0) * 2 * 3 ** 2).toBeGreaterThan(0.6)
    expect((sharpness ?? 0) * 2 * 3 ** 2).toBeLessThan(1.4)
  })

  test.each([0, 1, 2])('a sharp subject in front of a soft background is not found (landscape %i)', async (seed) => {
    const rgb = landscapes[seed] ?? landscape
    const softPicture = await blurPicture(rgb, 8)
    const portrait = pasteOnto(softPicture, rgb, (x, y) => (x - WIDTH / 2) ** 2 + (y - HEIGHT * 0.45) ** 2 < (WIDTH * 0.1) ** 2)
    expect(await findCodes(softPicture)).toEqual(['blurred'])
    expect(await findCodes(portrait)).toEqual([])
  })

  test('contrast alone does not change the verdict', async () => {
    const addHaze = (rgb: Buffer) => Buffer.from(rgb.map((value) => 150 + Math.round((value - 110) * 0.6)))
    expect(await findCodes(addHaze(landscape))).toEqual([])
    expect(await findCodes(addHaze(await blurPicture(landscape, 6)))).toEqual(['blurred'])
  })

  test('text on white and a noisy picture are sharp', async () => {
    const lines =
      '<text x="60" y="200" font-size="44">Turn still pictures</text><text x="60" y="300" font-size="22">into moving ones</text>'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${lines}<path d="M60 400h300v4h-300z"/></svg>`
    expect(checkPicture(await measureReduced(sharp(Buffer.from(svg)).removeAlpha()), WIDTH, HEIGHT)).toEqual([])
    const random = makeRandom(3)
    expect(await findCodes(Buffer.from(landscape.map((value) => Math.min(255, Math.max(0, value + (random() - 0.5) * 60)))))).toEqual([])
  })

  test('a picture without measurable parts has no value', async () => {
    const flat = Buffer.alloc(WIDTH * HEIGHT * 3, 200)
    const sky = Buffer.from(flat.map((_, at) => 80 + Math.round((((at / 3 / WIDTH) | 0) / HEIGHT) * 150)))
    const fog = Buffer.from(landscape.map((value) => 190 + Math.round((value - 110) * 0.03)))
    for (const rgb of [flat, sky, fog]) expect((await measureReduced(asPicture(rgb))).sharpness).toBeNull()
    for (const rgb of [sky, fog]) expect(await findCodes(rgb)).toEqual([])
    expect(await findCodes(flat)).toEqual(['plain'])
    expect(await findCodes(flat.fill(90, 0, 3000))).toEqual([])
  })

  test('the smallest pictures cause no error', () => {
    for (const [width, height] of [
      [1, 1],
      [3, 2],
      [17, 5],
      [512, 1],
    ] as const) {
      expect(measurePicture(new Uint8ClampedArray(width * height * 4).fill(9), width, height)).toEqual({
        sharpness: null,
        brightness: 9,
        highlights: 9,
        isPlain: true,
      })
    }
  })
})

describe('how dark a picture is', () => {
  test('an evening passes, far too little light is found', async () => {
    for (const seed of [0, 1, 2]) {
      const rgb = landscapes[seed] ?? landscape
      expect(await findCodes(exposePicture(rgb, 1 / 4))).toEqual([])
      expect(await findCodes(exposePicture(rgb, 1 / 32))).toEqual(['dark'])
    }
  })

  test('a city at night has its lights and passes', async () => {
    const night = exposePicture(landscape, 1 / 32)
    const lights = Buffer.alloc(night.length, 230)
    const city = pasteOnto(night, lights, (x, y) => x % 40 < 8 && y % 40 < 8)
    const oneLight = pasteOnto(night, lights, (x, y) => x < 8 && y < 8)
    expect(await findCodes(city)).toEqual([])
    expect(await findCodes(oneLight)).toContain('dark')
  })

  test('brightness is the mean luma, highlights what one px in fifty exceeds', () => {
    const pixels = new Uint8ClampedArray(100 * 4).fill(100)
    expect(measurePicture(pixels, 10, 10)).toMatchObject({ brightness: 100, highlights: 100 })
    pixels.fill(200, 0, 2 * 4)
    expect(measurePicture(pixels, 10, 10)).toMatchObject({ brightness: 102, highlights: 100 })
    pixels.fill(200, 0, 3 * 4)
    expect(measurePicture(pixels, 10, 10)).toMatchObject({ brightness: 103, highlights: 200 })
  })

  test('green counts most and blue least', () => {
    const brightnessOf = (...rgb: [number, number, number]) => measurePicture(new Uint8ClampedArray([...rgb, 255]), 1, 1).brightness
    expect([brightnessOf(255, 0, 0), brightnessOf(0, 255, 0), brightnessOf(0, 0, 255)]).toEqual([54, 182, 19])
  })
})
