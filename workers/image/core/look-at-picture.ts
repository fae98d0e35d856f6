import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { PictureLook } from '#shared/domain/preflight.ts'
import type { Result } from '#shared/result.ts'
import type { Easel, Sheet } from './easel.ts'
import { ok } from '#shared/result.ts'
import { lookAtPixels } from './look-at-pixels.ts'
import { openPicture } from './open-picture.ts'

/** How a picture looks as a whole. */
export async function lookAtPicture<S extends Sheet>(
  easel: Easel<S>,
  file: Blob,
  maxInputPixels: number,
): Promise<Result<PictureLook, ImageProblem>> {
  const opened = await openPicture(easel, file, maxInputPixels, () => 1)
  if (!opened.ok) return opened
  try {
    return ok(lookAtPixels(easel, opened.value))
  } finally {
    opened.value.close()
  }
}
