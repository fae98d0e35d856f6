import { expect, it } from 'vitest'
import { MAX_SHRINK_PASSES, MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { fail, ok } from '#shared/result.ts'
import { shrinkToFit } from '#workers/image/core/prepare-picture.ts'

const TOO_LARGE = fail({ code: 'image_too_large' })
const PART = { width: 4000, height: 3000 }

/** An encoder whose bytes are proportional to the area. `sizes` lists the sizes that it has encoded. */
function encoderOf(bytesPerPixel: number) {
  const sizes: [number, number][] = []
  const encode = async (width: number, height: number) => {
    sizes.push([width, height])
    return ok({ size: Math.round(width * height * bytesPerPixel) } as Blob)
  }
  return { sizes, encode }
}

it('encodes once at the planned size when that fits', async () => {
  const { sizes, encode } = encoderOf(0.2)
  const result = await shrinkToFit(PART, 0.5, MAX_UPLOAD_BYTES, encode)
  expect(sizes).toEqual([[2000, 1500]])
  expect(result).toMatchObject({ value: { passes: 0, encoded: { width: 2000, height: 1500 } } })
})

it('fits within two passes when bytes follow the area, and retains the ratio of the part', async () => {
  const { sizes, encode } = encoderOf(3)
  const result = await shrinkToFit(PART, 1, MAX_UPLOAD_BYTES, encode)
  if (!result.ok) throw new Error(result.error.code)
  expect(result.value.passes).toBeLessThanOrEqual(2)
  expect(result.value.encoded.blob.size).toBeLessThanOrEqual(MAX_UPLOAD_BYTES)
  for (const [width, height] of sizes) expect(width / height).toBeCloseTo(4 / 3, 2)
})

it('gives up after ten passes when the bytes do not follow', async () => {
  let calls = 0
  const encodeTooLarge = async () => {
    calls += 1
    return ok({ size: MAX_UPLOAD_BYTES + 1 } as Blob)
  }
  expect(await shrinkToFit(PART, 1, MAX_UPLOAD_BYTES, encodeTooLarge)).toEqual(TOO_LARGE)
  expect(calls).toBe(1 + MAX_SHRINK_PASSES)
})

it('gives up rather than making a side shorter than 300 px', async () => {
  const { sizes, encode } = encoderOf(1000)
  expect(await shrinkToFit({ width: 900, height: 400 }, 1, MAX_UPLOAD_BYTES, encode)).toEqual(TOO_LARGE)
  expect(Math.min(...sizes.flat())).toBeGreaterThanOrEqual(300)
})

it('reports that a picture could not be drawn, and stops', async () => {
  let calls = 0
  const failToDraw = async () => {
    calls += 1
    return fail({ code: 'image_too_many_pixels' } as const)
  }
  expect(await shrinkToFit(PART, 1, MAX_UPLOAD_BYTES, failToDraw)).toEqual(fail({ code: 'image_too_many_pixels' }))
  expect(calls).toBe(1)
})
