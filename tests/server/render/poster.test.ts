import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { choosePoster, isPosterCandidate } from '#server/motion/render/render-job.ts'
import { createFrameScorer } from '#server/motion/render/render-segment.ts'
import { type Kernel, createKernel } from '#motion/kernel/create-kernel.ts'
import type { Picture } from '#motion/pixels.ts'
import { makePhoto } from '../../fixtures/photos/make-photo.ts'

const FRAME = { width: 480, height: 320 }
let kernel: Kernel
let photo: Picture
let otherPhoto: Picture

async function pictureOf(image: Sharp, size = FRAME): Promise<Picture> {
  const data = await image.resize(size.width, size.height, { fit: 'fill' }).removeAlpha().ensureAlpha().raw().toBuffer()
  return { ...size, data: new Uint8Array(data) }
}

beforeAll(async () => {
  kernel = await createKernel()
  photo = await pictureOf(sharp(await makePhoto({ width: 960, height: 640, seed: 5 })), { width: 600, height: 400 })
  otherPhoto = await pictureOf(sharp(await makePhoto({ width: 960, height: 640, seed: 11 })).flop())
})

/** The photo as a frame in I420, after `change`. */
async function frameWith(change: (image: Sharp) => Sharp): Promise<Uint8Array> {
  const { width, height, data } = photo
  const { data: rgba } = await pictureOf(change(sharp(data, { raw: { width, height, channels: 4 } })))
  kernel.clear()
  const [rgbaPointer, i420Pointer] = [kernel.allocate(rgba.length), kernel.allocate((FRAME.width * FRAME.height * 3) / 2)]
  kernel.bytes(rgbaPointer, rgba.length).set(rgba)
  kernel.toI420(rgbaPointer, i420Pointer, FRAME.width, FRAME.height)
  return new Uint8Array(kernel.bytes(i420Pointer, (FRAME.width * FRAME.height * 3) / 2))
}

describe('a frame is worth', () => {
  const score = async (change: (image: Sharp) => Sharp, sources = [photo]) =>
    createFrameScorer({ sources, frame: FRAME })(await frameWith(change))
  const withoutChange = (image: Sharp) => image

  test('everything when it is the picture, one of two pictures, or a zoom into it', async () => {
    expect(await score(withoutChange)).toBeGreaterThan(0.93)
    expect(await score(withoutChange, [otherPhoto, photo])).toBe(await score(withoutChange))
    expect(await score((image) => image.extract({ left: 40, top: 30, width: 520, height: 340 }))).toBeGreaterThan(0.8)
  })

  test.each<[string, number, (image: Sharp) => Sharp]>([
    ['black', 0.3, (image) => image.linear(0, 0)],
    ['a white flash', 0.3, (image) => image.linear(0.05, 240)],
    ['half faded to black', 0.8, (image) => image.linear(0.5, 0)],
    ['blurred', 0.7, (image) => image.blur(9)],
    ['upside down', 0.8, (image) => image.flip()],
    ['grey', 0.9, (image) => image.greyscale()],
  ])('less when it is %s', async (_name, maxScore, change) => {
    expect(await score(change)).toBeLessThan(Math.min(maxScore, await score(withoutChange)))
  })

  test('no more when it has glitter on it', async () => {
    const flakes = Buffer.from(Array.from({ length: 60 * 40 * 4 }, (_, i) => (i % 44 < 4 ? 230 : 0)))
    const glitter = await sharp(flakes, { raw: { width: 60, height: 40, channels: 4 } })
      .resize(FRAME.width, FRAME.height, { kernel: 'nearest' })
      .png()
      .toBuffer()
    expect(await score((image) => image.composite([{ input: glitter }]))).toBeLessThanOrEqual(await score(withoutChange))
  })
})

describe('the poster', () => {
  test('is chosen among a few frames over the whole time, the ends among them', () => {
    const candidates = Array.from({ length: 144 }, (_, i) => i).filter((index) => isPosterCandidate(index, 144))
    expect(candidates).toEqual([0, 24, 48, 72, 95, 119, 143])
    expect([0, 1, 2].filter((index) => isPosterCandidate(index, 3))).toEqual([0, 1, 2])
    expect(isPosterCandidate(0, 1)).toBe(true)
  })

  test('is the middle one of equals, in any order', () => {
    const scores = [0, 24, 48, 72, 95, 119, 143].map((index) => ({ index, score: 0.9 }))
    expect(choosePoster(scores, 144)).toBe(72)
    expect(choosePoster(scores.toReversed(), 144)).toBe(72)
  })

  test('is not the black start, the flash in the middle or the faded end', async () => {
    const scoreFrame = createFrameScorer({ sources: [photo], frame: FRAME })
    const brightness = [0, 0.3, 1, 1, 1, 0.6, 0.1]
    const scores = []
    for (const [index, factor] of brightness.entries()) {
      const frame = await frameWith((image) => (index === 3 ? image.linear(0.1, 225) : image.linear(factor, 0)))
      scores.push({ index: [0, 24, 48, 72, 95, 119, 143][index]!, score: scoreFrame(frame) })
    }
    expect([48, 95]).toContain(choosePoster(scores, 144))
  })

  test('is the first frame where nothing was scored', () => {
    expect(choosePoster([], 144)).toBe(0)
  })
})
