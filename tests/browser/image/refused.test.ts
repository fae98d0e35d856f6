import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OddPicture } from '../../fixtures/photos/odd-picture.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { imageClient } from '#src/pictures/image-client.ts'
import { engineOf } from '#workers/image/core/browser-engine.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { preparePicture } from '#workers/image/core/prepare-picture.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import {
  ascii,
  bmpHeader,
  END_OF_IMAGE,
  fileOf,
  filledBytes,
  gif,
  heif,
  heifOf,
  ispe,
  jpeg,
  png,
  webpExtended,
  type Bytes,
} from '../../unit/image/picture-bytes.ts'
import { cornersOf, makeCornerPhoto, makeCornerPicture, worstCorner } from './canvas-photo.ts'
import { oddPicture, pngBomb } from './odd-pictures.ts'

/** A shorter file has no complete signature, so it is rejected as no picture. */
const SIGNATURE_BYTES = 16

const unstopped = neverAborted()

async function refusal(file: Blob): Promise<string> {
  const result = await imageClient.prepare(unstopped, file)
  return result.ok ? 'accepted' : result.error.code
}

describe('a file is refused with its own reason', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="9" height="9"/></svg>'

  it.each<[string, string, BlobPart]>([
    ['an empty file', 'image_empty', ''],
    ['text', 'image_type', 'only words '.repeat(100)],
    ['a page', 'image_type', '<!doctype html><img src="a.jpg">'],
    ['a drawing', 'image_type', drawing],
    ['a drawing with a script', 'image_type', drawing.replace('<rect', '<script>self.wasRun = true</script><rect')],
    ['HEIC', 'image_heic', new Uint8Array(heif('heic', [1024, 768]))],
    ['a JPEG with a destroyed header', 'image_broken', new Uint8Array([0xff, 0xd8, ...filledBytes(2000, 0x55), ...END_OF_IMAGE])],
    ['a PNG with a destroyed header', 'image_broken', new Uint8Array([...png(640, 480).slice(0, 8), ...filledBytes(200, 0x55)])],
    [
      'a WebP with a destroyed header',
      'image_broken',
      new Uint8Array([...webpExtended(640, 480, 0).slice(0, 12), ...filledBytes(200, 0x55)]),
    ],
  ])('%s: %s', async (_what, code, content) => {
    for (const type of ['image/jpeg', '']) expect(await refusal(new File([content], 'holiday.jpg', { type }))).toBe(code)
  })

  // Only Chromium's decoder fails here; others show such pixels as blank.
  it.skipIf(engineOf(navigator.userAgent) !== 'chromium')('a picture whose pixels cannot be decoded', async () => {
    const bytes = new Uint8Array(await (await makeCornerPicture(640, 400, 'image/png')).arrayBuffer())
    bytes.fill(0x55, 60, bytes.length - 20)
    expect(await refusal(new Blob([bytes]))).toBe('image_broken')
    expect(await refusal(fileOf(jpeg(640, 480), END_OF_IMAGE))).toBe('image_broken')
  })

  const WHOLE = [
    'progressive JPEG',
    'interlaced PNG',
    'lossy WebP',
    'lossless WebP',
    'animated WebP',
    'AVIF',
    'GIF',
    'BMP',
  ] satisfies OddPicture[]

  it.each(WHOLE)('a %s cut short anywhere', async (kind) => {
    const file = await oddPicture(kind)
    for (const share of [0.02, 0.1, 0.3, 0.5, 0.8, 0.99]) {
      const lengthBytes = Math.max(SIGNATURE_BYTES, Math.floor(file.size * share))
      expect(await refusal(file.slice(0, lengthBytes)), `at ${share}`).toBe('image_truncated')
    }
  })
})

it.each([
  ['image/png', 'photo.jpg', 'image/jpeg'],
  ['image/webp', 'photo.png', 'image/png'],
  ['image/jpeg', 'notes.txt', 'text/plain'],
  ['image/png', 'drawing.svg', 'image/svg+xml'],
])('a renamed %s is recognised by its bytes, not as %s', async (type, name, givenType) => {
  const result = await imageClient.prepare(unstopped, new File([await makeCornerPicture(640, 400, type)], name, { type: givenType }))
  expect(result).toMatchObject({ ok: true, value: { width: 640, height: 400 } })
  if (result.ok) expect(worstCorner(await cornersOf(result.value.blob))).toBeLessThan(30)
})

describe('nothing is decoded', () => {
  const decoded = { bitmaps: vi.fn<typeof createImageBitmap>(), decoders: vi.fn() }
  let bomb: File

  beforeAll(async () => {
    bomb = await pngBomb(20_000)
  })

  beforeEach(() => {
    vi.clearAllMocks()
    vi.stubGlobal('createImageBitmap', decoded.bitmaps)
    vi.stubGlobal('ImageDecoder', decoded.decoders)
  })

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  async function outcome(file: Blob) {
    const stages: string[] = []
    const options = { ...AS_IT_IS, maxInputPixels: MAX_INPUT_PX }
    const result = await preparePicture(createWorkerCanvas('chromium'), file, options, (stage) => stages.push(stage))
    expect(decoded.bitmaps).not.toHaveBeenCalled()
    expect(decoded.decoders).not.toHaveBeenCalled()
    expect(stages).toEqual(['reading'])
    return result.ok ? 'accepted' : result.error.code
  }

  it('of a PNG of 20000 × 20000 in a few hundred kilobytes', async () => {
    expect(bomb.size).toBeLessThan(400_000)
    expect(await outcome(bomb)).toBe('image_too_many_pixels')
  })

  it.each<[string, Bytes]>([
    ['PNG of 65536 × 65536', png(65_536, 65_536)],
    ['PNG of the greatest size', png(0x7fff_ffff, 0x7fff_ffff)],
    ['JPEG of 65500 × 65500', [...jpeg(65_500, 65_500), ...END_OF_IMAGE]],
    ['WebP of 16384 × 16384', webpExtended(16_384, 16_384, 0)],
    ['animated WebP of 16384 × 16384', webpExtended(16_384, 16_384, 2)],
    ['GIF of 65535 × 65535', gif(65_535, 65_535, 1)],
    ['GIF with a small screen and a huge first frame', gif(400, 400, 1, { frame: [65_535, 65_535] })],
    ['packed BMP of 30000 × 30000', [...bmpHeader(30_000, 30_000, 0, 1), ...filledBytes(100, 0)]],
    ['AVIF of 30000 × 30000', heif('avif', [30_000, 30_000])],
    [
      'AVIF with a huge primary picture beside a small one',
      heifOf('avif', [ispe([400, 400]), ispe([40_000, 4000])], { primaryProperties: [2] }),
    ],
    ['HEIC of 30000 × 30000', heif('heic', [30_000, 30_000])],
  ])('of a %s', async (_what, bytes) => {
    expect(await outcome(fileOf(bytes))).toBe('image_too_many_pixels')
  })

  it.each([
    [1, 5000],
    [5000, 1],
    [299, 600],
    [65_000, 100],
  ])('of a strip of %i × %i', async (width, height) => {
    expect(await outcome(fileOf(png(width, height)))).toBe('image_too_small')
  })

  it('of a text named as a picture', async () => {
    expect(await outcome(fileOf(ascii('just words')))).toBe('image_type')
  })
})

it('a strip of 300 × 5000 is cut around its middle, to the largest part that the ratio allows', async () => {
  const result = await imageClient.prepare(unstopped, await makeCornerPhoto(300, 5000))
  expect(result).toMatchObject({ ok: true, value: { cut: { x: 0, y: 2125, width: 300, height: 750 }, width: 300, height: 750 } })
  if (result.ok) expect(worstCorner(await cornersOf(result.value.blob))).toBeLessThan(30)
})
