import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeEmptyFile, makePhoto, makeTextNamedJpg, makeTruncatedJpeg, type Orientation } from '../../fixtures/photos/make-photo.ts'
import { sniffPicture } from '#workers/image/core/sniff-picture.ts'

const SIZE = { width: 360, height: 240 }

function toBlob(file: Buffer): Blob {
  return new Blob([new Uint8Array(file)])
}

async function uprightPixels(photo: Buffer): Promise<Buffer> {
  return sharp(photo).autoOrient().resize(36, 24, { fit: 'fill' }).removeAlpha().raw().toBuffer()
}

function meanDifference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

describe('the photo generator', () => {
  it.each([2, 3, 4, 5, 6, 7, 8] as Orientation[])(
    'stores orientation %i so that another decoder sees the same picture',
    async (orientation) => {
      const photo = await makePhoto({ ...SIZE, orientation })
      expect((await sharp(photo).metadata()).orientation).toBe(orientation)
      const upright = await uprightPixels(await makePhoto(SIZE))
      expect(meanDifference(await uprightPixels(photo), upright)).toBeLessThan(4)
      expect(await sniffPicture(toBlob(photo))).toMatchObject({ ok: true, value: { type: 'image/jpeg', ...SIZE } })
    },
  )

  it('has its sky above, and different seeds give different pictures', async () => {
    const pixels = await uprightPixels(await makePhoto(SIZE))
    const brightness = (part: Buffer) => part.reduce((sum, value) => sum + value, 0) / part.length
    expect(brightness(pixels.subarray(0, pixels.length / 3))).toBeGreaterThan(brightness(pixels.subarray(-pixels.length / 6)) + 20)
    expect(meanDifference(pixels, await uprightPixels(await makePhoto({ ...SIZE, seed: 1 })))).toBeGreaterThan(10)
    expect((await makePhoto(SIZE)).equals(await makePhoto(SIZE))).toBe(true)
  })

  it('makes bad files that are refused for their own reasons', async () => {
    expect(await sniffPicture(toBlob(makeEmptyFile()))).toMatchObject({ error: { code: 'image_empty' } })
    expect(await sniffPicture(toBlob(makeTextNamedJpg()))).toMatchObject({ error: { code: 'image_type' } })
    expect(await sniffPicture(toBlob(await makeTruncatedJpeg()))).toMatchObject({ error: { code: 'image_truncated' } })
  })
})
