import { describe, expect, it } from 'vitest'
import { imageClient } from '#src/bridge/image-client.ts'
import { MAX_INPUT_PX, MAX_RATIO, MIN_RATIO } from '#shared/domain/media-limits.ts'
import { preparePicture } from '#workers/image/core/prepare-picture.ts'
import { bmp, fileOf } from '../../unit/image/picture-bytes.ts'
import { cornersOf, makeAnimatedWebp, makeCornerPhoto, makeCornerPicture, makeNoisyPhoto, worstCorner } from './canvas-photo.ts'

const JPEG_NOISE = 30
const unstopped = new AbortController().signal

async function prepared(file: Blob) {
  const result = await imageClient.prepare(unstopped, file)
  if (!result.ok) throw new Error(`refused: ${result.error.code} ${result.error.detail}`)
  return result.value
}

async function refusal(file: Blob): Promise<string> {
  const result = await imageClient.prepare(unstopped, file)
  return result.ok ? 'accepted' : result.error.code
}

async function isJpegWithoutMetadata(blob: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const text = new TextDecoder('latin1').decode(bytes)
  return blob.type === 'image/jpeg' && bytes[0] === 0xff && bytes[1] === 0xd8 && !text.includes('Exif') && !text.includes('SecretCam')
}

describe('a photo in the image worker', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('comes out upright and without metadata from orientation %i', async (orientation) => {
    const result = await prepared(await makeCornerPhoto(640, 400, orientation))
    expect([result.width, result.height, result.sourceWidth, result.sourceHeight]).toEqual([640, 400, 640, 400])
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
    expect(await isJpegWithoutMetadata(result.blob)).toBe(true)
    expect(result.cut).toBeNull()
  })

  it('of 12 megapixels keeps its size, and its hash is that of its bytes', async () => {
    const file = await makeCornerPhoto(4032, 3024, 6)
    const result = await prepared(file)
    expect([result.width, result.height]).toEqual([4032, 3024])
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await result.blob.arrayBuffer()))
    expect(result.sha256).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    expect(result.sourceBytes).toBe(file.size)
  })

  it.each([1, 6])('of 35 megapixels is decoded scaled and still upright from orientation %i', async (orientation) => {
    const result = await prepared(await makeCornerPhoto(7000, 5000, orientation))
    expect([result.width, result.height, result.sourceWidth, result.sourceHeight]).toEqual([4096, 2926, 7000, 5000])
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
  })

  it('of 36 megapixels that is too wide is cut where it should be, though decoded scaled', async () => {
    const result = await prepared(await makeCornerPhoto(12_000, 3000, 3))
    expect(result.cut).toEqual({ x: 2250, y: 0, width: 7500, height: 3000 })
    expect([result.width, result.height]).toEqual([4095, 1638])
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
  })

  it('too wide or too high loses its outer parts in equal shares', async () => {
    const wide = await prepared(await makeCornerPhoto(1500, 400))
    expect(wide.cut).toEqual({ x: 250, y: 0, width: 1000, height: 400 })
    expect(wide.width / wide.height).toBeLessThanOrEqual(MAX_RATIO)
    expect(worstCorner(await cornersOf(wide.blob))).toBeLessThan(JPEG_NOISE)
    const high = await prepared(await makeCornerPhoto(400, 1500, 5))
    expect(high.cut).toEqual({ x: 0, y: 250, width: 400, height: 1000 })
    expect(high.width / high.height).toBeGreaterThanOrEqual(MIN_RATIO)
  })

  it('that is too many bytes is drawn smaller until it fits', async () => {
    const maxBytes = 300_000
    const result = await preparePicture(await makeNoisyPhoto(1600, 1200, 0.95), { maxInputPixels: MAX_INPUT_PX }, maxBytes)
    if (!result.ok) throw new Error(result.error.code)
    const { blob, width, height, shrinkPasses } = result.value
    expect(blob.size).toBeLessThanOrEqual(maxBytes)
    expect(shrinkPasses).toBeGreaterThan(0)
    expect(width).toBeLessThan(1600)
    expect(width / height).toBeCloseTo(4 / 3, 2)
  })
})

describe('another kind of file in the image worker', () => {
  it.each(['image/png', 'image/webp'])('is taken when it is %s, whatever its name says', async (type) => {
    const picture = await makeCornerPicture(640, 400, type)
    const result = await prepared(new File([picture], 'holiday.jpg', { type: 'image/jpeg' }))
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
    expect(result.isFirstFrameOnly).toBe(false)
  })

  it('is taken with its first frame when it moves, and that is told', async () => {
    const result = await prepared(await makeAnimatedWebp(640, 400))
    expect(result.isFirstFrameOnly).toBe(true)
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(JPEG_NOISE)
  })

  it('becomes white where it is transparent', async () => {
    const canvas = new OffscreenCanvas(400, 400)
    canvas.getContext('2d')
    const result = await prepared(await canvas.convertToBlob({ type: 'image/png' }))
    expect((await cornersOf(result.blob)).topLeft).toEqual([255, 255, 255])
  })

  it('is taken when it is a bitmap', async () => {
    expect(await prepared(fileOf(bmp(320, 300)))).toMatchObject({ width: 320, height: 300 })
  })

  it('is refused with its reason when it is empty, text, a drawing, cut short or damaged', async () => {
    const photo = await makeCornerPhoto(640, 400)
    expect(await refusal(new File([], 'a.jpg', { type: 'image/jpeg' }))).toBe('image_empty')
    expect(await refusal(new File(['only words '.repeat(100)], 'a.jpg', { type: 'image/jpeg' }))).toBe('image_type')
    expect(await refusal(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' }))).toBe('image_type')
    expect(await refusal(photo.slice(0, photo.size / 2))).toBe('image_truncated')
    const png = new Uint8Array(await (await makeCornerPicture(640, 400, 'image/png')).arrayBuffer())
    png.fill(0x55, 60, png.length - 20)
    expect(await refusal(new Blob([png]))).not.toBe('accepted')
    expect(await refusal(await makeCornerPhoto(299, 600))).toBe('image_too_small')
  })

  it('is refused when it is HEIC and the browser cannot decode it', async () => {
    const box = (name: string, ...content: number[]) => [0, 0, 0, content.length + 8, ...letters(name), ...content]
    const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
    const size = box('ispe', 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 3, 0)
    const meta = box('meta', 0, 0, 0, 0, ...box('iprp', ...box('ipco', ...size)))
    const heic = new Uint8Array([...box('ftyp', ...letters('heic'), 0, 0, 0, 0, ...letters('mif1heic')), ...meta])
    expect(await refusal(new Blob([heic]))).toBe('image_heic')
  })
})
