import type { CropState, Point } from '#shared/domain/crop-geometry.ts'
import { CROP_CANVAS, CROP_DOUBLE_TAP_MS } from '#shared/domain/crop-rules.ts'
import { type Corner, dragCorner, moveBox, panPicture, zoomTo } from '#shared/domain/edit-crop.ts'

export const CORNERS: readonly Corner[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight']

/** What the user drags: a corner of the box, the box, or the picture. */
export type Grip = Corner | 'box' | 'picture'

export interface Drag {
  readonly grip: Grip
  readonly from: Point
  readonly start: CropState
}

export interface Pinch {
  readonly gap: number
  readonly start: CropState
}

export interface Tap {
  readonly point: Point
  readonly timeMs: number
}

interface Wheel {
  readonly deltaY: number
  readonly deltaMode: number
  readonly ctrlKey: boolean
}

/** The scroll delta of a wheel notch, in px. Browsers report 100 to 120. */
const WHEEL_NOTCH_PX = 110
/** A trackpad reports smaller deltas for a pinch than for scrolling; this factor compensates that. */
const TRACKPAD_PINCH_GAIN = 10
/** A smaller distance between two fingers counts as this distance (px of the canvas), so that the zoom never divides by almost 0. */
const MIN_PINCH_GAP_PX = 10
/** A finger that moves farther than this (px of the screen) drags instead of taps. */
const TAP_SLOP_PX = 24

/** Converts a point of the screen to px of the canvas. */
export function toCanvasPoint({ x, y }: Point, surface: { readonly left: number; readonly top: number; readonly width: number }): Point {
  const scale = CROP_CANVAS.width / surface.width
  return { x: (x - surface.left) * scale, y: (y - surface.top) * scale }
}

export function toGrip(name: string | null | undefined): Grip {
  return name === 'box' ? name : (CORNERS.find((corner) => corner === name) ?? 'picture')
}

/** The crop for a pointer position. It is computed from the start of the drag, so that errors do not add up. */
export function dragTo({ grip, from, start }: Drag, to: Point): CropState {
  const dx = to.x - from.x
  const dy = to.y - from.y
  if (grip === 'box') return moveBox(start, dx, dy)
  if (grip === 'picture') return panPicture(start, dx, dy)
  return dragCorner(start, grip, dx, dy)
}

export function startPinch(start: CropState, a: Point, b: Point): Pinch {
  return { gap: fingerGap(a, b), start }
}

/** The crop for the positions of two fingers. */
export function pinchTo({ gap, start }: Pinch, a: Point, b: Point): CropState {
  return zoomTo(start, (start.zoom * fingerGap(a, b)) / gap, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
}

/** The zoom steps of a wheel event (positive zooms in), and the remaining delta for the next event. */
export function countWheelSteps(remainderPx: number, wheel: Wheel): { readonly steps: number; readonly remainderPx: number } {
  // `deltaMode` must be read first: Firefox reports lengths in px if a length is read before the mode.
  const isByPixel = wheel.deltaMode === 0
  const { deltaY, ctrlKey } = wheel
  const isFineScroll = isByPixel && Math.abs(deltaY) < WHEEL_NOTCH_PX / 2
  if (deltaY === 0) return { steps: 0, remainderPx }
  if (!isFineScroll) {
    const notches = isByPixel ? Math.max(1, Math.round(Math.abs(deltaY) / WHEEL_NOTCH_PX)) : 1
    return { steps: -Math.sign(deltaY) * notches, remainderPx: 0 }
  }
  const deltaPx = -deltaY * (ctrlKey ? TRACKPAD_PINCH_GAIN : 1)
  const totalPx = Math.sign(remainderPx) === -Math.sign(deltaPx) ? deltaPx : remainderPx + deltaPx
  const steps = Math.trunc(totalPx / WHEEL_NOTCH_PX)
  return { steps, remainderPx: totalPx - steps * WHEEL_NOTCH_PX }
}

export function isDoubleTap(earlier: Tap | null, later: Tap): boolean {
  if (earlier === null || later.timeMs - earlier.timeMs > CROP_DOUBLE_TAP_MS) return false
  return isSameSpot(earlier.point, later.point)
}

/** Whether two points of the screen are near enough to be the same tap. */
export function isSameSpot(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= TAP_SLOP_PX
}

function fingerGap(a: Point, b: Point): number {
  return Math.max(MIN_PINCH_GAP_PX, Math.hypot(a.x - b.x, a.y - b.y))
}
