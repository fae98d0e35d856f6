import type { ImageProblem } from '#shared/contract/image-contract.ts'
import { withoutEmptyFrames } from '#shared/pictures/animation-frames.ts'
import { withOtherEnd } from '#shared/pictures/mend-jpeg.ts'
import { mendPicture } from '#shared/pictures/mend-picture.ts'
import { pngPixelData } from '#shared/pictures/mend-png.ts'
import { type Result, ok } from '#shared/result.ts'
import { turnedSize } from '#shared/domain/crop-rules.ts'
import type { CanvasBackend, DecodedPicture, Surface } from './canvas-backend.ts'
import { type HeadResult, type PictureHead, type Splice, problem, tooManyPixels } from './picture-head.ts'
import { hashPixels, isTransparent } from './picture-pixels.ts'
import { sniffPicture } from './sniff-picture.ts'

/** A file that every engine decodes in the same way, and its header. */
export interface PictureSource {
  readonly file: Blob
  readonly head: PictureHead
}

/**
 * Reads a file up to its pixels. A broken container is repaired if possible. Empty frames at the start and an orientation that not all
 * engines apply are removed. Rule: docs/pictures.md, "Pictures".
 */
export async function readSource<S extends Surface>(
  backend: CanvasBackend<S>,
  given: Blob,
  maxInputPixels: number,
): Promise<Result<PictureSource, ImageProblem>> {
  const { file, read, isEndAdded } = await readOrMend(given)
  if (!read.ok) return read
  const head = read.value
  const isTooLarge = head.width * head.height > maxInputPixels
  if (isEndAdded && (isTooLarge || !(await isComplete(backend, file, head)))) return problem('image_truncated')
  if (isTooLarge) return tooManyPixels(head)
  const shown = head.isAnimated ? await firstShown(backend, file, head) : { file, head }
  const { neutral } = shown.head.stored
  return ok(neutral === null ? shown : { ...shown, file: await splice(shown.file, neutral) })
}

interface Reading {
  readonly file: Blob
  readonly read: HeadResult
  readonly isEndAdded: boolean
}

async function readOrMend(file: Blob): Promise<Reading> {
  const read = await sniffPicture(file)
  const asItIs = { file, read, isEndAdded: false }
  if (read.ok || (read.error.code !== 'image_broken' && read.error.code !== 'image_truncated')) return asItIs
  const mended = mendPicture(new Uint8Array(await file.arrayBuffer()))
  if (mended === null) return asItIs
  const whole = new Blob([mended.bytes])
  const again = await sniffPicture(whole)
  return again.ok ? { file: whole, read: again, isEndAdded: mended.isEndAdded } : asItIs
}

/** Whether all pixels are present in a file whose end was missing and has been added. */
async function isComplete<S extends Surface>(backend: CanvasBackend<S>, file: Blob, head: PictureHead): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (head.type === 'image/png') return inflatesWhole(pngPixelData(bytes), head)
  const [one, other] = [await hashOf(backend, file), await hashOf(backend, new Blob([withOtherEnd(bytes)]))]
  return one !== null && one === other
}

async function hashOf<S extends Surface>(backend: CanvasBackend<S>, file: Blob): Promise<number | null> {
  const image = await decodeOrNull(file)
  if (image === null) return null
  const hash = hashPixels(backend, image)
  image.close()
  return hash
}

/** The largest pixel of a PNG: four channels of 16 bits. */
const MAX_PIXEL_BYTES = 8

async function inflatesWhole(parts: readonly Uint8Array[], { width, height }: PictureHead): Promise<boolean> {
  const maxBytes = 2 * (width + 1) * (height + 1) * MAX_PIXEL_BYTES
  const packed = new Blob(parts.map((part) => new Uint8Array(part)))
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  try {
    for (let bytes = 0; bytes <= maxBytes;) {
      const { done, value } = await reader.read()
      if (done) return true
      bytes += value.length
    }
    await reader.cancel()
    return false
  } catch {
    return false
  }
}

async function firstShown<S extends Surface>(backend: CanvasBackend<S>, file: Blob, head: PictureHead): Promise<PictureSource> {
  const isEmpty = async (picture: Blob) => {
    const image = await decodeOrNull(picture)
    if (image === null) return false
    const isNothing = isTransparent(backend, image)
    image.close()
    return isNothing
  }
  if (!(await isEmpty(file))) return { file, head }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const later = await withoutEmptyFrames(bytes, (picture) => isEmpty(new Blob([picture], { type: head.type })))
  if (later === bytes) return { file, head }
  const shorter = new Blob([later])
  const read = await sniffPicture(shorter)
  return read.ok ? { file: shorter, head: { ...read.value, isAnimated: true } } : { file, head }
}

async function decodeOrNull(file: Blob): Promise<ImageBitmap | null> {
  return createImageBitmap(file).catch(() => null)
}

/** Replaces a range of a file. The result has one part, because Firefox cannot decode a file of several parts. */
async function splice(file: Blob, { from, to, bytes }: Splice): Promise<Blob> {
  const parts = new Blob([file.slice(0, from), new Uint8Array(bytes), file.slice(to)])
  return new Blob([await parts.arrayBuffer()])
}

/** Decodes a source; `scale` is the smallest share of the full size that will be drawn. */
export async function decodeSource<S extends Surface>(
  backend: CanvasBackend<S>,
  { file, head: { type, stored } }: PictureSource,
  scale: number,
): Promise<Result<DecodedPicture, ImageProblem>> {
  const decoded = await backend.decode(file, { type, width: stored.width, height: stored.height }, scale)
  return decoded.ok ? ok(displayed(decoded.value, stored)) : decoded
}

function displayed(picture: DecodedPicture, stored: PictureHead['stored']): DecodedPicture {
  const { turn } = stored
  const seen = withoutBorder(picture, stored)
  const { width: fullWidth, height: fullHeight } = turnedSize({ width: seen.fullWidth, height: seen.fullHeight }, turn)
  const decodeReduced = async () => {
    const reduced = await picture.decodeReduced()
    return reduced.ok ? ok(displayed(reduced.value, stored)) : reduced
  }
  return { ...seen, fullWidth, fullHeight, turn, decodeReduced }
}

/** Cuts the clean aperture, if the engine has not done so. */
function withoutBorder(picture: DecodedPicture, { part, width, height }: PictureHead['stored']): DecodedPicture {
  if (part === null || picture.fullWidth !== width || picture.fullHeight !== height) return picture
  const [scaleX, scaleY] = [picture.width / width, picture.height / height]
  return {
    ...picture,
    origin: { x: part.x * scaleX, y: part.y * scaleY },
    width: part.width * scaleX,
    height: part.height * scaleY,
    fullWidth: part.width,
    fullHeight: part.height,
  }
}
