import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { isUploadSize, MAX_INPUT_PX, MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { preparePicture } from '#workers/image/core/prepare-picture.ts'
import { preloadPica } from '#workers/image/core/reduce-with-pica.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { makeCornerPhoto, makeNoisyPhoto } from './canvas-photo.ts'
import { metadataSegments } from './jpeg-segments.ts'

const realBitmap = createImageBitmap
const options = { ...AS_IT_IS, maxInputPixels: MAX_INPUT_PX }

/** The canvases that the code under test has created, and spies that count decoded and closed pictures. */
let canvases: OffscreenCanvas[]
let spies: ReturnType<typeof spyOnPixels>

function spyOnPixels() {
  return {
    bitmaps: vi.spyOn(globalThis, 'createImageBitmap'),
    frames: vi.spyOn(ImageDecoder.prototype, 'decode'),
    closedBitmaps: vi.spyOn(ImageBitmap.prototype, 'close'),
    closedFrames: vi.spyOn(VideoFrame.prototype, 'close'),
  }
}

class CountedCanvas extends OffscreenCanvas {
  constructor(width: number, height: number) {
    super(width, height)
    canvases.push(this)
  }
}

// Pica creates small canvases once to test the browser. They must not count.
beforeAll(preloadPica)

beforeEach(() => {
  canvases = []
  spies = spyOnPixels()
  vi.stubGlobal('OffscreenCanvas', CountedCanvas)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The number of decoded and of closed pictures. */
function countPictures(): [decoded: number, closed: number] {
  const decoded = [spies.bitmaps, spies.frames].flatMap(({ mock }) => mock.settledResults as { type: string }[])
  const closed = [spies.closedBitmaps, spies.closedFrames].flatMap(({ mock }) => mock.calls as unknown[])
  return [decoded.filter(({ type }) => type === 'fulfilled').length, closed.length]
}

function prepare(file: Blob, { maxBytes = MAX_UPLOAD_BYTES, maxInputPixels = MAX_INPUT_PX } = {}) {
  return preparePicture(createWorkerCanvas('chromium'), file, { ...options, maxInputPixels }, () => undefined, maxBytes)
}

function expectNothingRetained(): void {
  const [decoded, closed] = countPictures()
  expect(decoded).toBeGreaterThan(0)
  expect(closed).toBe(decoded)
  expect(canvases.filter(({ width, height }) => width > 0 || height > 0)).toEqual([])
}

/** Runs `create`, and does not count the canvases that it needs. */
async function createUncounted<T>(create: () => Promise<T>): Promise<T> {
  const result = await create()
  canvases = []
  return result
}

describe('the worker frees all pixels after each picture', () => {
  it('of a picture that was prepared, nor of the steps on the way', async () => {
    const file = await createUncounted(() => makeCornerPhoto(5000, 4900))
    expect(await prepare(file)).toMatchObject({ ok: true })
    expect(canvases).not.toEqual([])
    expectNothingRetained()
  })

  it('of a picture that was decoded at a smaller size', async () => {
    const file = await createUncounted(() => makeCornerPhoto(8000, 4000))
    expect(await prepare(file)).toMatchObject({ ok: true, value: { sourceWidth: 8000 } })
    expectNothingRetained()
  })

  it('of a picture that was turned, halved and drawn again and again until it fitted', async () => {
    const file = await createUncounted(() => makeNoisyPhoto(3000, 3000, 0.9))
    const turnedCrop = { turn: { quarters: 1, isMirrored: true }, part: { x: 0, y: 0, width: 3000, height: 3000 } } as const
    const result = await preparePicture(
      createWorkerCanvas('chromium'),
      file,
      { ...options, crop: turnedCrop, isBrightened: true },
      () => undefined,
      150_000,
    )
    expect(result.ok && result.value.shrinkPasses).toBeGreaterThan(0)
    expectNothingRetained()
  })

  it('of a picture that cannot be made small enough', async () => {
    const file = await createUncounted(() => makeNoisyPhoto(800, 800, 0.9))
    expect(await prepare(file, { maxBytes: 1 })).toMatchObject({ ok: false, error: { code: 'image_too_large' } })
    expectNothingRetained()
  })

  it('of a picture that turns out larger than its header said', async () => {
    const file = await createUncounted(() => makeCornerPhoto(800, 800))
    const largerPhoto = await createUncounted(() => makeCornerPhoto(900, 900))
    spies.bitmaps.mockImplementation(() => realBitmap(largerPhoto))
    expect(await prepare(file, { maxInputPixels: 700_000 })).toMatchObject({ ok: false, error: { code: 'image_too_many_pixels' } })
    expectNothingRetained()
  })

  it.each(['convertToBlob', 'getContext'] as const)(
    'of the source when %s fails; those of canvases end with the worker',
    async (method) => {
      const file = await createUncounted(() => makeCornerPhoto(800, 800))
      vi.spyOn(OffscreenCanvas.prototype, method).mockImplementation(() => {
        throw new Error('out of memory')
      })
      await expect(prepare(file)).rejects.toThrow('out of memory')
      expect(countPictures()).toEqual([1, 1])
    },
  )
})

describe('the result respects all limits', () => {
  it.each([
    [300, 300],
    [301, 751],
    [752, 301],
    [4097, 1639],
    [1639, 4098],
    [4096, 4096],
    [4097, 4097],
    [999, 333],
    [333, 999],
    [6001, 2399],
    [1366, 3417],
  ])('for %i × %i', async (width, height) => {
    const result = await prepare(await makeCornerPhoto(width, height, 6))
    if (!result.ok) throw new Error(result.error.code)
    const { blob } = result.value
    const bitmap = await realBitmap(blob)
    expect([bitmap.width, bitmap.height]).toEqual([result.value.width, result.value.height])
    expect(isUploadSize(bitmap.width, bitmap.height)).toBe(true)
    expect(5 * bitmap.width).toBeGreaterThanOrEqual(2 * bitmap.height)
    expect(2 * bitmap.width).toBeLessThanOrEqual(5 * bitmap.height)
    bitmap.close()
    expect([blob.type, blob.size <= MAX_UPLOAD_BYTES]).toEqual(['image/jpeg', true])
    expect(await metadataSegments(blob)).toEqual([])
    expect(result.value.metadata).toBe('some')
  })
})
