import { describe, expect, it } from 'vitest'
import { imageClient } from '#src/pictures/image-client.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { preparePicture, sha256Hex } from '#workers/image/core/prepare-picture.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { type PrepareRequest, AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { metadataSegments } from './jpeg-segments.ts'
import { cornersOf, makeCornerPhoto, makeCornerPicture, makeNoisyPhoto, worstCorner } from './canvas-photo.ts'

const JPEG_NOISE = 30
const unabortedSignal = neverAborted()

async function prepareFile(file: Blob) {
  const result = await imageClient.prepare(unabortedSignal, file)
  if (!result.ok) throw new Error(`refused: ${result.error.code} ${result.error.detail}`)
  return result.value
}

describe('a photo in the image worker', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('comes out upright and without metadata from orientation %i', async (orientation) => {
    const photo = await makeCornerPhoto(640, 400, orientation)
    expect(await metadataSegments(photo)).toEqual([0xe1])
    const result = await prepareFile(photo)
    expect([result.width, result.height, result.sourceWidth, result.sourceHeight]).toEqual([640, 400, 640, 400])
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
    expect(result.blob.type).toBe('image/jpeg')
    expect(await metadataSegments(result.blob)).toEqual([])
    expect(await result.blob.text()).not.toContain('SecretCam')
    expect(result.metadata).toBe('some')
    expect(result.cut).toBeNull()
  })

  it('of 12 megapixels has its original size, and its hash matches its bytes', async () => {
    const file = await makeCornerPhoto(4032, 3024, 6)
    const result = await prepareFile(file)
    expect([result.width, result.height]).toEqual([4032, 3024])
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await result.blob.arrayBuffer()))
    expect(result.sha256).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    expect(result.sourceBytes).toBe(file.size)
  })

  it.each([1, 6])('of 35 megapixels is decoded scaled and still upright from orientation %i', async (orientation) => {
    const result = await prepareFile(await makeCornerPhoto(7000, 5000, orientation))
    expect([result.width, result.height, result.sourceWidth, result.sourceHeight]).toEqual([4096, 2926, 7000, 5000])
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
  })

  it('of 36 megapixels that is too wide is cut where it should be, though decoded scaled', async () => {
    const result = await prepareFile(await makeCornerPhoto(12_000, 3000, 3))
    expect(result.cut).toEqual({ x: 2250, y: 0, width: 7500, height: 3000 })
    expect([result.width, result.height]).toEqual([4095, 1638])
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
  })

  it('too wide or too high loses its outer parts in equal shares', async () => {
    const wideResult = await prepareFile(await makeCornerPhoto(1500, 400))
    expect(wideResult.cut).toEqual({ x: 250, y: 0, width: 1000, height: 400 })
    expect([wideResult.width, wideResult.height]).toEqual([1000, 400])
    expect(worstCorner(await cornersOf(wideResult.blob))).toBeLessThan(JPEG_NOISE)
    const highResult = await prepareFile(await makeCornerPhoto(400, 1500, 5))
    expect(highResult.cut).toEqual({ x: 0, y: 250, width: 400, height: 1000 })
    expect([highResult.width, highResult.height]).toEqual([400, 1000])
  })

  it('that is already prepared has the same bytes until another preparation is requested', async () => {
    const firstResult = await prepareFile(await makeCornerPhoto(640, 400, 6))
    const prepareAgain = async (file: Blob, change: Partial<PrepareRequest> = {}) => {
      const result = await imageClient.prepare(unabortedSignal, file, { ...AS_IT_IS, isPrepared: true, ...change })
      return result.ok ? result.value.sha256 : result.error.code
    }
    expect(await prepareAgain(firstResult.blob)).toBe(firstResult.sha256)
    expect(await prepareAgain(firstResult.blob, { isBrightened: true })).not.toBe(firstResult.sha256)
    expect((await prepareFile(firstResult.blob)).sha256).not.toBe(firstResult.sha256)
    const photo = await makeCornerPhoto(640, 400)
    expect(await prepareAgain(photo)).not.toBe(await sha256Hex(photo))
  })

  it('with too many bytes is drawn smaller until it fits', async () => {
    const maxBytes = 300_000
    const options = { ...AS_IT_IS, maxInputPixels: MAX_INPUT_PX }
    const stages: string[] = []
    const file = await makeNoisyPhoto(1600, 1200, 0.95)
    const result = await preparePicture(createWorkerCanvas('chromium'), file, options, (stage) => stages.push(stage), maxBytes)
    if (!result.ok) throw new Error(result.error.code)
    const { blob, width, height, shrinkPasses } = result.value
    expect(blob.size).toBeLessThanOrEqual(maxBytes)
    expect(shrinkPasses).toBeGreaterThan(0)
    expect(stages).toEqual(['reading', 'decoding', 'drawing', 'packing', ...Array.from({ length: shrinkPasses }, () => 'shrinking')])
    expect(width).toBeLessThan(1600)
    expect(width / height).toBeCloseTo(4 / 3, 2)
  })
})

describe('another kind of file in the image worker', () => {
  it.each(['image/png', 'image/webp'])('is accepted when it is %s, whatever its file name is', async (type) => {
    const picture = await makeCornerPicture(640, 400, type)
    const result = await prepareFile(new File([picture], 'holiday.jpg', { type: 'image/jpeg' }))
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
    expect(result.isFirstFrameOnly).toBe(false)
  })

  it('becomes white where it is transparent', async () => {
    const canvas = new OffscreenCanvas(400, 400)
    canvas.getContext('2d')
    const result = await prepareFile(await canvas.convertToBlob({ type: 'image/png' }))
    expect((await cornersOf(result.blob)).topLeft).toEqual([255, 255, 255])
  })
})
