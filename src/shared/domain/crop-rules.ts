import type { Rect } from './media-limits.ts'
import type { Turn } from './turn.ts'

/** The crop canvas, in design px. */
export const CROP_CANVAS = { width: 400, height: 300 } as const
/** The shorter side of the smallest box, in px of the canvas. */
export const MIN_CROP_BOX_PX = 30
/** Ratios that a box can have. */
export const CROP_RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4'] as const
export type CropRatio = (typeof CROP_RATIOS)[number]
export const DEFAULT_CROP_RATIO: CropRatio = '4:3'
/** The least zoom of the crop dialog. */
export const CROP_MIN_ZOOM = 1
/** The largest zoom of the crop dialog. */
export const CROP_MAX_ZOOM = 3
/** A step of the zoom of the crop dialog. */
export const CROP_ZOOM_STEP = 0.1
/** How far a key moves or resizes the box, in px of the canvas. */
export const CROP_KEY_STEP_PX = 1
/** How far a button moves or resizes the box, in px of the canvas. */
export const CROP_BUTTON_STEP_PX = 10
/** Two taps within this time, in ms, are one double tap. */
export const CROP_DOUBLE_TAP_MS = 300

/** JPEG quality of a picture that was cropped by hand. */
export const CROP_JPEG_QUALITY = 0.9

/** A crop: the turn, and the kept part in whole px of the turned picture. */
export interface CropChoice {
  readonly turn: Turn
  readonly part: Rect
}
