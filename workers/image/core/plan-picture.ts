import type { ImageProblem } from '#shared/contract/image-contract.ts'
import { type Result, ok } from '#shared/result.ts'
import { type CropChoice, type Turn, turnedSize, UPRIGHT } from '#shared/domain/crop-rules.ts'
import { type Rect, type Size, cutToRatio, fitScale, MIN_SIDE_PX, partWithin } from '#shared/domain/media-limits.ts'
import { problem, tooManyPixels } from './picture-head.ts'

export interface PicturePlan {
  readonly turn: Turn
  /** The selected part, in px of the turned picture. */
  readonly part: Rect
  readonly isCut: boolean
  /** The scale at which the part is drawn; at most 1. */
  readonly scale: number
}

/** The part and scale for a picture of this size. The errors are those that can be detected without decoding. */
export function planPicture(size: Size, maxInputPixels: number, crop: CropChoice | null): Result<PicturePlan, ImageProblem> {
  if (size.width * size.height > maxInputPixels) return tooManyPixels(size)
  const turn = crop?.turn ?? UPRIGHT
  const { width, height } = turnedSize(size, turn)
  const part = cutToRatio(crop === null ? { x: 0, y: 0, width, height } : partWithin(crop.part, width, height))
  if (Math.min(part.width, part.height) < MIN_SIDE_PX) return problem('image_too_small', `${part.width} × ${part.height}`)
  return ok({ turn, part, isCut: part.width !== width || part.height !== height, scale: fitScale(part.width, part.height) })
}
