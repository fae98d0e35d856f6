import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import type { DecodedPicture, Easel, Sheet } from './easel.ts'
import type { PictureHead } from './picture-head.ts'
import { tooManyPixels } from './plan-picture.ts'
import { sniffPicture } from './sniff-picture.ts'

/** Decodes a file whose header promises no more pixels than allowed; `scaleOf` tells how much of them will be drawn. */
export async function openPicture<S extends Sheet>(
  easel: Easel<S>,
  file: Blob,
  maxInputPixels: number,
  scaleOf: (head: PictureHead) => number,
): Promise<Result<DecodedPicture, ImageProblem>> {
  const head = await sniffPicture(file)
  if (!head.ok) return head
  const { width, height } = head.value
  if (width * height > maxInputPixels) return tooManyPixels(head.value)
  return easel.decode(file, head.value, scaleOf(head.value))
}
