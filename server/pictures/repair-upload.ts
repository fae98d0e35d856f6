import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { MAX_AREA_PX } from '#shared/domain/media-limits.ts'
import { withoutEmptyFrames } from '#shared/pictures/animation-frames.ts'
import { mendPicture } from '#shared/pictures/mend-picture.ts'
import { withOtherEnd } from '#shared/pictures/mend-jpeg.ts'

/** Opens an uploaded picture. Damage is an error, and so is a picture above the upload limit. */
export function openUpload(input: string | Uint8Array) {
  return sharp(input, { failOn: 'error', limitInputPixels: MAX_AREA_PX })
}

/**
 * Repairs the bytes of a file as the page does: its container, and empty frames at its beginning. Throws if a part of the picture is
 * missing. Rule: docs/pictures.md, "Pictures".
 */
export async function repairUpload(bytes: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> {
  const mendedPicture = mendPicture(bytes)
  if (mendedPicture?.isEndAdded === true && !(await isComplete(mendedPicture.bytes))) throw new Error('a picture that is cut off')
  const mendedBytes = mendedPicture?.bytes ?? bytes
  const repairedBytes = (await isAnimationWithEmptyStart(mendedBytes))
    ? await withoutEmptyFrames(mendedBytes, isFirstFrameEmpty)
    : mendedBytes
  return repairedBytes === bytes ? bytes : Buffer.from(repairedBytes.buffer, repairedBytes.byteOffset, repairedBytes.byteLength)
}

/** Whether a file has all its pixels. The decoder rejects a PNG with missing pixels, but accepts a JPEG with missing pixels. */
async function isComplete(bytes: Uint8Array): Promise<boolean> {
  const { format } = await openUpload(bytes).metadata()
  return format !== 'jpeg' || (await hashPixels(bytes)) === (await hashPixels(withOtherEnd(bytes)))
}

async function hashPixels(bytes: Uint8Array): Promise<string> {
  const pixels = await openUpload(bytes).raw().toBuffer()
  return createHash('sha256').update(pixels).digest('hex')
}

async function isAnimationWithEmptyStart(bytes: Uint8Array): Promise<boolean> {
  const { pages = 1, hasAlpha } = await openUpload(bytes).metadata()
  return pages > 1 && hasAlpha && isFirstFrameEmpty(bytes)
}

/** Whether the first frame is fully transparent. */
async function isFirstFrameEmpty(bytes: Uint8Array): Promise<boolean> {
  const alpha = await openUpload(bytes).ensureAlpha().extractChannel('alpha').stats()
  return alpha.channels[0]?.max === 0
}
