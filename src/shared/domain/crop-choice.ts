import type { Rect } from './media-limits.ts'
import type { Turn } from './turn.ts'

/** JPEG quality of a picture that was cropped by hand. */
export const CROP_JPEG_QUALITY = 0.9

/** What a person chose of a picture: how it is turned, and the part that stays, in whole px of the turned picture. */
export interface CropChoice {
  readonly turn: Turn
  readonly part: Rect
}
