import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CropChoice, type Turn, turnedSize, UPRIGHT } from '#shared/domain/crop-rules.ts'
import { imageClient } from '#src/pictures/image-client.ts'
import { type Rect, JPEG_QUALITY } from '#shared/domain/media-limits.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { paintPicture } from '#workers/image/core/paint-picture.ts'
import { sniffPicture } from '#workers/image/core/sniff-picture.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { cornersOf, makeCornerPhoto, worstCorner } from './canvas-photo.ts'

const SIZE = { width: 61, height: 43 }
const JPEG_NOISE = 30
const backend = createWorkerCanvas('chromium')
const unabortedSignal = neverAborted()
const TURNS: readonly Turn[] = [false, true].flatMap((isMirrored) => ([0, 1, 2, 3] as const).map((quarters) => ({ quarters, isMirrored })))

let noise: ImageData
let file: Blob

beforeAll(async () => {
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height)
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('no canvas')
  noise = context.createImageData(SIZE.width, SIZE.height)
  crypto.getRandomValues(noise.data)
  for (let alpha = 3; alpha < noise.data.length; alpha += 4) noise.data[alpha] = 255
  context.putImageData(noise, 0, 0)
  file = await canvas.convertToBlob({ type: 'image/png' })
})

/** The pixels that the image pipeline passes to the encoder. */
async function paintedPixels(choice: CropChoice): Promise<Uint8ClampedArray> {
  const head = await sniffPicture(file)
  if (!head.ok) throw new Error(head.error.code)
  const decoded = await backend.decode(file, head.value, 1)
  if (!decoded.ok) throw new Error(decoded.error.code)
  const { width, height } = choice.part
  const sheet = await paintPicture(backend, decoded.value, choice, width, height)
  decoded.value.close()
  if (!sheet.ok) throw new Error(sheet.error.code)
  return sheet.value.drawing.getImageData(0, 0, width, height).data
}

/** The expected pixels, picked one by one from the source by the definition of a turn, not by the product's computation. */
function selectedPixels({ turn, part }: CropChoice): number[] {
  let picture = { ...SIZE, at: (x: number, y: number) => (y * SIZE.width + x) * 4 }
  if (turn.isMirrored) {
    const { at, ...size } = picture
    picture = { ...size, at: (x, y) => at(size.width - 1 - x, y) }
  }
  for (let quarter = 0; quarter < turn.quarters; quarter++) {
    const { at, width, height } = picture
    picture = { width: height, height: width, at: (x, y) => at(y, height - 1 - x) }
  }
  const pixels: number[] = []
  for (let y = part.y; y < part.y + part.height; y++) {
    for (let x = part.x; x < part.x + part.width; x++) {
      const at = picture.at(x, y)
      pixels.push(...noise.data.subarray(at, at + 4))
    }
  }
  return pixels
}

function partsOf({ width, height }: { readonly width: number; readonly height: number }): fc.Arbitrary<Rect> {
  return fc.tuple(fc.integer({ min: 0, max: width - 1 }), fc.integer({ min: 0, max: height - 1 })).chain(([x, y]) =>
    fc.record({
      x: fc.constant(x),
      y: fc.constant(y),
      width: fc.integer({ min: 1, max: width - x }),
      height: fc.integer({ min: 1, max: height - y }),
    }),
  )
}

describe('the drawing of a picture before it is encoded', () => {
  it.each(TURNS)('is the chosen part px by px, turned by $quarters quarters, mirrored $isMirrored', async (turn) => {
    const checkPart = async (part: Rect) => {
      const pixels = await paintedPixels({ turn, part })
      expect([...pixels]).toEqual(selectedPixels({ turn, part }))
    }
    const wholeSize = turnedSize(SIZE, turn)
    await checkPart({ x: 0, y: 0, ...wholeSize })
    await fc.assert(fc.asyncProperty(partsOf(wholeSize), checkPart), { numRuns: 25 })
  })
})

describe('a crop in the worker', () => {
  it.each([1, 3, 6, 8])('has every px of the chosen part of a photo with orientation %i', async (orientation) => {
    const part = { x: 400, y: 300, width: 800, height: 600 }
    const result = await imageClient.crop(unabortedSignal, await makeCornerPhoto(1600, 1200, orientation), { turn: UPRIGHT, part })
    if (!result.ok) throw new Error(result.error.code)
    expect([result.value.blob.type, result.value.width, result.value.height]).toEqual(['image/jpeg', 800, 600])
    expect(worstCorner(await cornersOf(result.value.blob))).toBeLessThan(JPEG_NOISE)
  })

  it('of 35 megapixels is not reduced, until it has more px than a canvas', async () => {
    const photo = await makeCornerPhoto(7000, 5000)
    const sizeOf = async (part: Rect) => {
      const result = await imageClient.crop(unabortedSignal, photo, { turn: UPRIGHT, part })
      return result.ok ? [result.value.width, result.value.height] : result.error.code
    }
    expect(await sizeOf({ x: 500, y: 250, width: 5200, height: 3200 })).toEqual([5200, 3200])
    expect(await sizeOf({ x: 500, y: 250, width: 6000, height: 4500 })).toEqual([4729, 3547])
  })

  it('that would leave the picture is moved inside', async () => {
    const part = { x: 500, y: -20, width: 400, height: 900 }
    const result = await imageClient.crop(unabortedSignal, await makeCornerPhoto(640, 400), { turn: UPRIGHT, part })
    expect(result).toMatchObject({ ok: true, value: { width: 140, height: 400 } })
  })
})

describe('a preparation of a chosen part', () => {
  it('stores that part of the turned picture, within the limits', async () => {
    const turn: Turn = { quarters: 1, isMirrored: false }
    const crop = { turn, part: { x: 200, y: 300, width: 800, height: 1000 } }
    const request = { crop, quality: JPEG_QUALITY, isBrightened: false }
    const result = await imageClient.prepare(unabortedSignal, await makeCornerPhoto(1600, 1200), request)
    if (!result.ok) throw new Error(result.error.code)
    expect(result.value).toMatchObject({ width: 800, height: 1000, sourceWidth: 1600, sourceHeight: 1200, turn, cut: crop.part })
    const { topLeft, topRight, bottomLeft, bottomRight } = await cornersOf(result.value.blob)
    const uprightCorners = { topLeft: topRight, topRight: bottomRight, bottomLeft: topLeft, bottomRight: bottomLeft }
    expect(worstCorner(uprightCorners)).toBeLessThan(JPEG_NOISE)
  })

  it('under 300 px a side is refused, and one that is too long is cut to the ratio limits', async () => {
    const photo = await makeCornerPhoto(1600, 1200)
    const requestFor = (part: Rect) => ({ crop: { turn: UPRIGHT, part }, quality: JPEG_QUALITY, isBrightened: false })
    expect(await imageClient.prepare(unabortedSignal, photo, requestFor({ x: 0, y: 0, width: 299, height: 400 }))).toMatchObject({
      ok: false,
      error: { code: 'image_too_small' },
    })
    expect(await imageClient.prepare(unabortedSignal, photo, requestFor({ x: 0, y: 0, width: 1600, height: 400 }))).toMatchObject({
      ok: true,
      value: { cut: { x: 300, y: 0, width: 1000, height: 400 } },
    })
  })
})
