import { describe, expect, it } from 'vitest'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { loadPagePictures } from '#src/pictures/page-image.ts'
import { heif } from '../../unit/image/picture-bytes.ts'
import { metadataSegments } from './jpeg-segments.ts'
import { cornersOf, makeCornerPhoto, worstCorner } from './canvas-photo.ts'

const JPEG_NOISE = 30
const OPTIONS = { ...AS_IT_IS, maxInputPixels: 60_000_000 }
const page = await loadPagePictures(() => undefined)

describe("the page's own way", () => {
  it.each([1, 6, 8])('returns the same result as the worker: upright, JPEG, hashed, from orientation %i', async (orientation) => {
    const result = await page.prepare(await makeCornerPhoto(640, 400, orientation), OPTIONS)
    if (!result.ok) throw new Error(result.error.code)
    const { blob, width, height, sha256, cut } = result.value
    expect([blob.type, width, height, cut]).toEqual(['image/jpeg', 640, 400, null])
    expect(worstCorner(await cornersOf(blob))).toBeLessThan(JPEG_NOISE)
    expect(await metadataSegments(blob)).toEqual([])
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
    expect(sha256).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  })

  it('cuts and scales by the same rules', async () => {
    const result = await page.prepare(await makeCornerPhoto(7500, 1000), OPTIONS)
    expect(result).toMatchObject({ ok: true, value: { cut: { x: 2500, y: 0, width: 2500, height: 1000 }, width: 2500, height: 1000 } })
    if (result.ok) expect(worstCorner(await cornersOf(result.value.blob))).toBeLessThan(JPEG_NOISE)
    const largeResult = await page.prepare(await makeCornerPhoto(5000, 4000), OPTIONS)
    expect(largeResult).toMatchObject({ ok: true, value: { width: 4096, height: 3277, sourceWidth: 5000 } })
  })

  it('refuses by the same rules', async () => {
    const photo = await makeCornerPhoto(640, 400)
    const refusal = async (file: Blob) => {
      const result = await page.prepare(file, { ...OPTIONS, maxInputPixels: 200_000 })
      return result.ok ? 'accepted' : result.error.code
    }
    expect(await refusal(new Blob([]))).toBe('image_empty')
    expect(await refusal(new Blob(['<svg/>']))).toBe('image_type')
    expect(await refusal(photo.slice(0, photo.size / 2))).toBe('image_truncated')
    expect(await refusal(photo)).toBe('image_too_many_pixels')
    expect(await refusal(new Blob([new Uint8Array(heif('heic', [320, 320]))]))).toBe('image_heic')
    expect(await page.prepare(new Blob([new Uint8Array(heif('heic', [8064, 6048]))]), OPTIONS)).toMatchObject({
      error: { code: 'image_heic' },
    })
  })
})
