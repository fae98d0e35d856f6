import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import type { DecodedPicture, CanvasBackend, Surface } from './canvas-backend.ts'
import type { PictureHead } from './picture-head.ts'
import { decodeSource, readSource } from './picture-source.ts'

/**
 * Decodes a picture file. Fails without decoding if the size in the header exceeds `maxInputPixels`. `scaleOf` returns the smallest share
 * of the full size that will be drawn.
 */
export async function openPicture<S extends Surface>(
  backend: CanvasBackend<S>,
  file: Blob,
  maxInputPixels: number,
  scaleOf: (head: PictureHead) => number,
): Promise<Result<DecodedPicture, ImageProblem>> {
  const source = await readSource(backend, file, maxInputPixels)
  return source.ok ? decodeSource(backend, source.value, scaleOf(source.value.head)) : source
}
