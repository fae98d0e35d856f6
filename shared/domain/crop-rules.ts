import type { Rect, Size } from './media-limits.ts'

/** The crop canvas, in design px. */
export const CROP_CANVAS = { width: 400, height: 300 } as const
/** The shorter side of the smallest box, in px of the canvas. */
export const MIN_CROP_BOX_PX = 30
/** The ratios (width to height) that the box of the crop dialog can have. */
export const CROP_RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4'] as const
export type CropRatio = (typeof CROP_RATIOS)[number]
export const DEFAULT_CROP_RATIO: CropRatio = '4:3'
/** The smallest zoom of the crop dialog. */
export const CROP_MIN_ZOOM = 1
/** The largest zoom of the crop dialog. */
export const CROP_MAX_ZOOM = 3
/** The zoom step of the crop dialog. */
export const CROP_ZOOM_STEP = 0.1
/** How far a key moves or resizes the box, in px of the canvas. */
export const CROP_KEY_STEP_PX = 1
/** How far a button moves or resizes the box, in px of the canvas. */
export const CROP_BUTTON_STEP_PX = 10
/** Two taps within this time, in ms, are one double tap. */
export const CROP_DOUBLE_TAP_MS = 300

/** JPEG quality of a picture that was cropped by hand. */
export const CROP_JPEG_QUALITY = 0.9

/** A crop: the turn, and the selected part in whole px of the turned picture. */
export interface CropChoice {
  readonly turn: Turn
  readonly part: Rect
}

/** How a picture is turned: first mirrored left to right if `isMirrored`, then rotated clockwise by `quarters` times 90 degrees. */
export interface Turn {
  readonly quarters: 0 | 1 | 2 | 3
  readonly isMirrored: boolean
}

export const UPRIGHT: Turn = { quarters: 0, isMirrored: false }

/** Whether the turn swaps width and height. Rule: docs/pictures.md, "Crop". */
export function isSideways({ quarters }: Turn): boolean {
  return quarters % 2 === 1
}

/** The size in px of a picture after the turn. */
export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return isSideways(turn) ? { width: height, height: width } : { width, height }
}

/** Maps a part of the unturned picture to the turned picture, in px. The size is that of the unturned picture. */
export function turnRect(part: Rect, { width, height }: Size, { quarters, isMirrored }: Turn): Rect {
  const { y, width: w, height: h } = part
  const x = isMirrored ? width - part.x - w : part.x
  if (quarters === 1) return { x: height - y - h, y: x, width: h, height: w }
  if (quarters === 2) return { x: width - x - w, y: height - y - h, width: w, height: h }
  if (quarters === 3) return { x: y, y: width - x - w, width: h, height: w }
  return { x, y, width: w, height: h }
}

/** The reverse of `turnRect`: maps a part of the turned picture to the unturned one of this size, in px. */
export function unturnRect(part: Rect, size: Size, { quarters, isMirrored }: Turn): Rect {
  const reverseTurn: Turn = { quarters: ((4 - quarters) % 4) as Turn['quarters'], isMirrored: false }
  const upright = turnRect(part, turnedSize(size, { quarters, isMirrored }), reverseTurn)
  return isMirrored ? { ...upright, x: size.width - upright.x - upright.width } : upright
}

/** The turn after the turned picture is rotated by another quarter. `step` 1 is clockwise, -1 counterclockwise. */
export function rotateTurn({ quarters, isMirrored }: Turn, step: 1 | -1): Turn {
  return { quarters: ((quarters + step + 4) % 4) as Turn['quarters'], isMirrored }
}

/** The turn after mirroring the turned picture left to right. */
export function mirrorTurn({ quarters, isMirrored }: Turn): Turn {
  return { quarters: ((4 - quarters) % 4) as Turn['quarters'], isMirrored: !isMirrored }
}

/** Combines two consecutive turns. */
export function combineTurns(first: Turn, second: Turn): Turn {
  const quarters = second.quarters + (second.isMirrored ? 4 - first.quarters : first.quarters)
  return { quarters: (quarters % 4) as Turn['quarters'], isMirrored: first.isMirrored !== second.isMirrored }
}
