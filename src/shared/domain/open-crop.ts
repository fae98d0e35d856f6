import type { CropChoice } from './crop-choice.ts'
import type { CropState } from './crop-geometry.ts'
import type { CropRatio } from './crop-limits.ts'
import type { Rect, Size } from './media-limits.ts'
import { boxWidths, clamp, pictureScale, settle, settleView, zoomToHold } from './crop-geometry.ts'
import { CROP_CANVAS, CROP_MAX_ZOOM, CROP_MIN_ZOOM, CROP_RATIOS, DEFAULT_CROP_RATIO } from './crop-limits.ts'
import { parseRatio } from './media-limits.ts'
import { turnedSize, UPRIGHT } from './turn.ts'

/** A picture of this size in px, ready to be cropped: with the largest box in its middle, or as it was chosen before. Rule: docs/rules.md, "Crop". */
export function openCrop(source: Size, start: CropChoice | null): CropState {
  const turn = start?.turn ?? UPRIGHT
  const part = start?.part ?? { x: 0, y: 0, ...turnedSize(source, turn) }
  const ratio = start === null ? DEFAULT_CROP_RATIO : nearestRatio(part)
  const state = { source, turn, ratio, zoom: CROP_MIN_ZOOM, view: { x: 0, y: 0 }, box: part }
  return frame(look(state, part), part)
}

/** The box around the middle of a part, in px of the turned picture, and of about its area. Rule: docs/rules.md, "Crop". */
export function frame(state: CropState, part: Rect): CropState {
  const ratio = parseRatio(state.ratio)
  const width = clampWidth(state, Math.sqrt(part.width * part.height * ratio))
  return placeBox(state, { x: part.x + (part.width - width) / 2, y: part.y + (part.height - width / ratio) / 2, width })
}

/** The box with its upper left corner and width as given in px of the turned picture, as far as the rules allow; zooms only where it must. */
export function placeBox(state: CropState, wanted: Omit<Rect, 'height'>): CropState {
  const width = clampWidth(state, wanted.width)
  const part = { ...wanted, width, height: width / parseRatio(state.ratio) }
  const zoom = zoomToHold(state, width)
  const seen = zoom === state.zoom ? state : look({ ...state, zoom }, part)
  const scale = pictureScale(seen)
  const box = {
    x: seen.view.x + part.x * scale,
    y: seen.view.y + part.y * scale,
    width: part.width * scale,
    height: part.height * scale,
  }
  return settle({ ...seen, box })
}

/** The state with a part, in px of the turned picture, in the middle of the canvas, as far as the picture allows. */
export function look(state: CropState, part: Rect): CropState {
  const scale = pictureScale(state)
  const x = CROP_CANVAS.width / 2 - (part.x + part.width / 2) * scale
  const y = CROP_CANVAS.height / 2 - (part.y + part.height / 2) * scale
  return { ...state, view: settleView({ ...state, view: { x, y } }) }
}

/** A width in px of the turned picture that a box can have at one zoom or another. */
function clampWidth(state: CropState, width: number): number {
  const closest = { ...state, zoom: CROP_MAX_ZOOM }
  const farthest = { ...state, zoom: CROP_MIN_ZOOM }
  return clamp(width, boxWidths(closest).min / pictureScale(closest), boxWidths(farthest).max / pictureScale(farthest))
}

function nearestRatio({ width, height }: Rect): CropRatio {
  const distance = (ratio: CropRatio) => Math.abs(Math.log(width / height / parseRatio(ratio)))
  return CROP_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best))
}
