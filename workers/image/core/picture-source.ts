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
 * Reads the header of a file and prepares the file for decoding. A broken container is repaired if possible. Empty frames at the start and
 * an orientation that not all engines apply are removed.
 * Rule: docs/pictures.md, "Pictures".
 */
export async function readSource<S extends Surface>(
  backend: CanvasBackend<S>,
  originalFile: Blob,
  maxInputPixels: number,
): Promise<Result<PictureSource, ImageProblem>> {
  const { file, headResult, isEndAdded } = await readOrMend(originalFile)
  if (!headResult.ok) return headResult
  const head = headResult.value
  const isTooLarge = head.width * head.height > maxInputPixels
  if (isEndAdded && (isTooLarge || !(await isComplete(backend, file, head)))) return problem('image_truncated')
  if (isTooLarge) return tooManyPixels(head)
  const visibleSource = head.isAnimated ? await skipEmptyFrames(backend, file, head) : { file, head }
  const { resetSplice } = visibleSource.head.storedPixels
  return ok(resetSplice === null ? visibleSource : { ...visibleSource, file: await applySplice(visibleSource.file, resetSplice) })
}

interface Reading {
  readonly file: Blob
  readonly headResult: HeadResult
  readonly isEndAdded: boolean
}

async function readOrMend(file: Blob): Promise<Reading> {
  const headResult = await sniffPicture(file)
  const unmendedReading = { file, headResult, isEndAdded: false }
  if (headResult.ok || (headResult.error.code !== 'image_broken' && headResult.error.code !== 'image_truncated')) return unmendedReading
  const mendResult = mendPicture(new Uint8Array(await file.arrayBuffer()))
  if (mendResult === null) return unmendedReading
  const mendedFile = new Blob([mendResult.bytes])
  const mendedHead = await sniffPicture(mendedFile)
  return mendedHead.ok ? { file: mendedFile, headResult: mendedHead, isEndAdded: mendResult.isEndAdded } : unmendedReading
}

/** Whether all pixels are present in a file whose end was missing and has been added. */
async function isComplete<S extends Surface>(backend: CanvasBackend<S>, file: Blob, head: PictureHead): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (head.type === 'image/png') return isDataComplete(pngPixelData(bytes), head)
  const [hash, hashWithOtherEnd] = [await hashOf(backend, file), await hashOf(backend, new Blob([withOtherEnd(bytes)]))]
  return hash !== null && hash === hashWithOtherEnd
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

async function isDataComplete(parts: readonly Uint8Array[], { width, height }: PictureHead): Promise<boolean> {
  const maxBytes = 2 * (width + 1) * (height + 1) * MAX_PIXEL_BYTES
  const deflatedBlob = new Blob(parts.map((part) => new Uint8Array(part)))
  const reader = deflatedBlob.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
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

async function skipEmptyFrames<S extends Surface>(backend: CanvasBackend<S>, file: Blob, head: PictureHead): Promise<PictureSource> {
  const isEmptyFrame = async (picture: Blob) => {
    const image = await decodeOrNull(picture)
    if (image === null) return false
    const isInvisible = isTransparent(backend, image)
    image.close()
    return isInvisible
  }
  if (!(await isEmptyFrame(file))) return { file, head }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const remainingBytes = await withoutEmptyFrames(bytes, (picture) => isEmptyFrame(new Blob([picture], { type: head.type })))
  if (remainingBytes === bytes) return { file, head }
  const shorterFile = new Blob([remainingBytes])
  const shorterHead = await sniffPicture(shorterFile)
  return shorterHead.ok ? { file: shorterFile, head: { ...shorterHead.value, isAnimated: true } } : { file, head }
}

async function decodeOrNull(file: Blob): Promise<ImageBitmap | null> {
  return createImageBitmap(file).catch(() => null)
}

/** Replaces a range of a file. The result has one part, because Firefox cannot decode a file of several parts. */
async function applySplice(file: Blob, { from, to, bytes }: Splice): Promise<Blob> {
  const parts = new Blob([file.slice(0, from), new Uint8Array(bytes), file.slice(to)])
  return new Blob([await parts.arrayBuffer()])
}

/** Decodes a source; `scale` is the smallest share of the full size that will be drawn. */
export async function decodeSource<S extends Surface>(
  backend: CanvasBackend<S>,
  { file, head: { type, storedPixels } }: PictureSource,
  scale: number,
): Promise<Result<DecodedPicture, ImageProblem>> {
  const decoded = await backend.decode(file, { type, width: storedPixels.width, height: storedPixels.height }, scale)
  return decoded.ok ? ok(toDisplayed(decoded.value, storedPixels)) : decoded
}

function toDisplayed(picture: DecodedPicture, storedPixels: PictureHead['storedPixels']): DecodedPicture {
  const { turn } = storedPixels
  const cutPicture = withoutBorder(picture, storedPixels)
  const { width: fullWidth, height: fullHeight } = turnedSize({ width: cutPicture.fullWidth, height: cutPicture.fullHeight }, turn)
  const decodeReduced = async () => {
    const reduced = await picture.decodeReduced()
    return reduced.ok ? ok(toDisplayed(reduced.value, storedPixels)) : reduced
  }
  return { ...cutPicture, fullWidth, fullHeight, turn, decodeReduced }
}

/** Crops a picture to its clean aperture, unless the engine has already done so. */
function withoutBorder(picture: DecodedPicture, { part, width, height }: PictureHead['storedPixels']): DecodedPicture {
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
