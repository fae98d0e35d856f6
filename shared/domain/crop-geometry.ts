import * as crop from './crop-rules.ts'
import type { Rect, Size } from './media-limits.ts'
import { parseRatio } from './parse-ratio.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * A picture on the crop canvas and the box over it. `view` is the picture's upper left corner. `view` and `box` are in px of the canvas.
 */
export interface CropState {
  /** Size of the unturned picture, in px. */
  readonly source: Size
  readonly turn: crop.Turn
  readonly ratio: crop.CropRatio
  readonly zoom: number
  readonly view: Point
  readonly box: Rect
}

type Picture = Pick<CropState, 'source' | 'turn' | 'zoom'>
type BoxState = Pick<CropState, 'source' | 'turn' | 'zoom' | 'ratio'>

const ROUNDING = 1e-6

/** Px of the canvas for one px of the picture. Rule: docs/pictures.md, "Crop". */
export function pictureScale({ source, turn, zoom }: Picture): number {
  const { width, height } = crop.turnedSize(source, turn)
  const fitScale = Math.min(crop.CROP_CANVAS.width / width, crop.CROP_CANVAS.height / height)
  return Math.max(fitScale, minShorterSidePx() / Math.min(width, height)) * zoom
}

/** The rectangle of the whole picture, in px of the canvas. */
export function pictureRect(state: Picture & { readonly view: Point }): Rect {
  return { ...state.view, ...pictureSize(state) }
}

/** The box in px of the turned picture, not rounded. */
export function boxOnPicture(state: CropState): Rect {
  const scale = pictureScale(state)
  const { box, view } = state
  return { x: (box.x - view.x) / scale, y: (box.y - view.y) / scale, width: box.width / scale, height: box.height / scale }
}

/** The selection in whole px of the turned picture. The longer side is rounded; the shorter side follows from the ratio. */
export function toPart(state: CropState): Rect {
  const ratio = parseRatio(state.ratio)
  const exactBox = boxOnPicture(state)
  const picture = crop.turnedSize(state.source, state.turn)
  const longer = Math.max(1, Math.round(Math.max(exactBox.width, exactBox.height)))
  const shorter = Math.max(1, Math.round(ratio >= 1 ? longer / ratio : longer * ratio))
  const [width, height] = ratio >= 1 ? [longer, shorter] : [shorter, longer]
  return {
    x: clamp(Math.round(exactBox.x), 0, picture.width - width),
    y: clamp(Math.round(exactBox.y), 0, picture.height - height),
    width,
    height,
  }
}

/** The nearest multiple of `CROP_ZOOM_STEP` within the zoom limits. */
export function toZoom(zoom: number): number {
  const steps = Math.round(1 / crop.CROP_ZOOM_STEP)
  return clamp(Math.round(zoom * steps) / steps, crop.CROP_MIN_ZOOM, crop.CROP_MAX_ZOOM)
}

/** The smallest and largest width of a box with this ratio, in px of the canvas. */
export function boxWidths(state: BoxState): { readonly min: number; readonly max: number } {
  const ratio = parseRatio(state.ratio)
  const picture = pictureSize(state)
  return {
    min: crop.MIN_CROP_BOX_PX * Math.max(1, ratio),
    max: Math.min(picture.width, crop.CROP_CANVAS.width, Math.min(picture.height, crop.CROP_CANVAS.height) * ratio),
  }
}

/** The zoom nearest to the current one at which a box of this width (in px of the turned picture) is large enough and fits the canvas. */
export function zoomForBoxWidth(state: BoxState, width: number): number {
  const steps = Math.round(1 / crop.CROP_ZOOM_STEP)
  const widthPx = width * pictureScale({ ...state, zoom: 1 })
  const ratio = parseRatio(state.ratio)
  const minZoom = boxWidths(state).min / widthPx
  const maxZoom = Math.min(crop.CROP_CANVAS.width, crop.CROP_CANVAS.height * ratio) / widthPx
  const lowestStep = Math.ceil(minZoom * steps - ROUNDING) / steps
  const highestStep = Math.floor(maxZoom * steps + ROUNDING) / steps
  return toZoom(clamp(state.zoom, lowestStep, Math.max(lowestStep, highestStep)))
}

/**
 * Applies the rules of the crop. A large picture covers the canvas, a smaller one is centred. The box has its ratio, an allowed size and a
 * position inside the picture. If the box leaves the canvas, box and picture move back together. Rule: docs/pictures.md, "Crop".
 */
export function settleCrop(state: CropState): CropState {
  const view = settleView(state)
  const picture = pictureRect({ ...state, view })
  const { min, max } = boxWidths(state)
  const width = Math.min(max, Math.max(min, state.box.width))
  const height = width / parseRatio(state.ratio)
  const x = clamp(state.box.x + (state.box.width - width) / 2, picture.x, picture.x + picture.width - width)
  const y = clamp(state.box.y + (state.box.height - height) / 2, picture.y, picture.y + picture.height - height)
  const boxPosition = { x: clamp(x, 0, crop.CROP_CANVAS.width - width), y: clamp(y, 0, crop.CROP_CANVAS.height - height) }
  return { ...state, view: { x: view.x + boxPosition.x - x, y: view.y + boxPosition.y - y }, box: { ...boxPosition, width, height } }
}

/** The view, moved so that the picture covers the canvas; a smaller picture is centred. */
export function settleView(state: Picture & { readonly view: Point }): Point {
  const { width, height } = pictureSize(state)
  return {
    x: alignAlongAxis(state.view.x, width, crop.CROP_CANVAS.width),
    y: alignAlongAxis(state.view.y, height, crop.CROP_CANVAS.height),
  }
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}

function alignAlongAxis(start: number, length: number, canvas: number): number {
  return length <= canvas ? (canvas - length) / 2 : clamp(start, canvas - length, 0)
}

function pictureSize(state: Picture): Size {
  const scale = pictureScale(state)
  const { width, height } = crop.turnedSize(state.source, state.turn)
  return { width: width * scale, height: height * scale }
}

/** The minimum of a picture's shorter side on the canvas, in px. The smallest box of each ratio then fits the picture. */
function minShorterSidePx(): number {
  return crop.MIN_CROP_BOX_PX * Math.max(...crop.CROP_RATIOS.map(parseRatio), ...crop.CROP_RATIOS.map((ratio) => 1 / parseRatio(ratio)))
}
