import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { PictureHead } from './picture-head.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { Result } from '#shared/result.ts'
import { cutToRatio, fitScale, MIN_SIDE_PX } from '#shared/domain/media-limits.ts'
import { ok } from '#shared/result.ts'
import { problem } from './picture-head.ts'

export interface PicturePlan {
  readonly cut: Rect
  readonly isCut: boolean
  /** At most 1. */
  readonly scale: number
}

/** What will be kept of a picture of this size and how much it shrinks; refusals that need no decoding come from here. */
export function planPicture(size: Pick<PictureHead, 'width' | 'height'>, maxInputPixels: number): Result<PicturePlan, ImageProblem> {
  const { width, height } = size
  if (width * height > maxInputPixels) return problem('image_too_many_pixels', `${width} × ${height}`)
  const cut = cutToRatio(width, height)
  if (Math.min(cut.width, cut.height) < MIN_SIDE_PX) return problem('image_too_small', `${cut.width} × ${cut.height}`)
  return ok({ cut, isCut: cut.width !== width || cut.height !== height, scale: fitScale(cut.width, cut.height) })
}
