import type { CropState, Point } from './crop-geometry.ts'
import {
  boxOnPicture,
  boxWidths,
  pictureRect,
  pictureScale,
  settleCrop,
  toZoom,
  clamp,
  settleView,
  zoomForBoxWidth,
} from './crop-geometry.ts'
import * as crop from './crop-rules.ts'
import type { Rect, Size } from './media-limits.ts'
import { parseRatio } from './parse-ratio.ts'

export type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight'

/** Moves the box, in px of the canvas; at an edge the picture moves instead. Rule: docs/pictures.md, "Crop". */
export function moveBox(state: CropState, dx: number, dy: number): CropState {
  return settleCrop({ ...state, box: { ...state.box, x: state.box.x + dx, y: state.box.y + dy } })
}

/** Moves the box by px of the canvas, at least one px of the picture. */
export function stepBox(state: CropState, toward: Point, stepPx: number): CropState {
  const step = Math.max(stepPx, pictureScale(state))
  return moveBox(state, toward.x * step, toward.y * step)
}

/** Changes the width of the box by a step. Its upper left corner stays fixed if there is space. */
export function stepSize(state: CropState, toward: 1 | -1, stepPx: number): CropState {
  const { min, max } = boxWidths(state)
  const wantedWidth = state.box.width + toward * Math.max(stepPx, pictureScale(state))
  const width = Math.min(max, Math.max(min, wantedWidth))
  return settleCrop({ ...state, box: { ...state.box, width, height: width / parseRatio(state.ratio) } })
}

/** Drags one corner, in px of the canvas. The opposite corner stays fixed. */
export function dragCorner(state: CropState, corner: Corner, dx: number, dy: number): CropState {
  const { box } = state
  const isRight = corner === 'topRight' || corner === 'bottomRight'
  const isBottom = corner === 'bottomLeft' || corner === 'bottomRight'
  const draggedWidth = box.width + (isRight ? dx : -dx)
  const draggedHeight = box.height + (isBottom ? dy : -dy)
  const growth = (draggedWidth * box.width + draggedHeight * box.height) / (box.width ** 2 + box.height ** 2)
  const maxSize = spaceFromCorner(state, isRight, isBottom)
  const ratio = parseRatio(state.ratio)
  const max = Math.min(maxSize.width, maxSize.height * ratio)
  const width = Math.min(max, Math.max(boxWidths(state).min, box.width * growth))
  const height = width / ratio
  const x = isRight ? box.x : box.x + box.width - width
  const y = isBottom ? box.y : box.y + box.height - height
  return settleCrop({ ...state, box: { x, y, width, height } })
}

/** Moves the picture under the box, in px of the canvas, if the picture is larger than the canvas. */
export function panPicture(state: CropState, dx: number, dy: number): CropState {
  return settleCrop({ ...state, view: { x: state.view.x + dx, y: state.view.y + dy } })
}

/** Zooms about a point of the canvas; the default is the middle of the box. */
export function zoomTo(state: CropState, wantedZoom: number, fixedPoint: Point = middleOf(state.box)): CropState {
  const zoom = toZoom(wantedZoom)
  const growth = zoom / state.zoom
  const view = { x: fixedPoint.x - (fixedPoint.x - state.view.x) * growth, y: fixedPoint.y - (fixedPoint.y - state.view.y) * growth }
  return settleCrop({ ...state, zoom, view })
}

/** Zooms by whole steps; negative steps zoom out. */
export function zoomBy(state: CropState, steps: number, fixedPoint?: Point): CropState {
  return zoomTo(state, state.zoom + steps * crop.CROP_ZOOM_STEP, fixedPoint)
}

/** Sets the ratio of the box. The box stays around the same point, with about the same area. */
export function withRatio(state: CropState, ratio: crop.CropRatio): CropState {
  return fitBoxAround({ ...state, ratio }, boxOnPicture(state))
}

/** Turns the picture by a quarter: a `step` of 1 is clockwise, -1 counterclockwise. The selection remains as far as the ratio allows. */
export function rotate(state: CropState, step: 1 | -1): CropState {
  const turn: crop.Turn = crop.rotateTurn(state.turn, step)
  const part = crop.turnRect(crop.unturnRect(boxOnPicture(state), state.source, state.turn), state.source, turn)
  return fitBoxAround(centrePart({ ...state, turn }, part), part)
}

/** Mirrors picture and box left to right. */
export function flip(state: CropState): CropState {
  const picture = pictureRect(state)
  const { box } = state
  return settleCrop({
    ...state,
    turn: crop.mirrorTurn(state.turn),
    view: { x: crop.CROP_CANVAS.width - picture.x - picture.width, y: picture.y },
    box: { ...box, x: crop.CROP_CANVAS.width - box.x - box.width },
  })
}

/** Sets one number of the box in px of the turned picture, clamped to the allowed range. */
export function setNumber(state: CropState, name: keyof Rect, value: number): CropState {
  if (!Number.isFinite(value)) return state
  const part = boxOnPicture(state)
  if (name === 'height') return positionBox(state, { ...part, width: Math.round(value) * parseRatio(state.ratio) })
  return positionBox(state, { ...part, [name]: Math.round(value) })
}

export function resetCrop({ source }: CropState): CropState {
  return openCrop(source, null)
}

/** The space in which the box can grow from its fixed corner, in px of the canvas. */
function spaceFromCorner(state: CropState, isRight: boolean, isBottom: boolean) {
  const { box } = state
  const picture = pictureRect(state)
  const left = Math.max(0, picture.x)
  const top = Math.max(0, picture.y)
  const right = Math.min(crop.CROP_CANVAS.width, picture.x + picture.width)
  const bottom = Math.min(crop.CROP_CANVAS.height, picture.y + picture.height)
  return {
    width: isRight ? right - box.x : box.x + box.width - left,
    height: isBottom ? bottom - box.y : box.y + box.height - top,
  }
}

function middleOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** The initial crop of a picture of this size in px: the largest centred box, or a previous choice. */
export function openCrop(source: Size, previousChoice: crop.CropChoice | null): CropState {
  const turn = previousChoice?.turn ?? crop.UPRIGHT
  const part = previousChoice?.part ?? { x: 0, y: 0, ...crop.turnedSize(source, turn) }
  const ratio = previousChoice === null ? crop.DEFAULT_CROP_RATIO : nearestRatio(part)
  const state = { source, turn, ratio, zoom: crop.CROP_MIN_ZOOM, view: { x: 0, y: 0 }, box: part }
  return fitBoxAround(centrePart(state, part), part)
}

/** A box of the chosen ratio around the middle of a part (in px of the turned picture), with about the part's area. */
function fitBoxAround(state: CropState, part: Rect): CropState {
  const ratio = parseRatio(state.ratio)
  const width = clampWidth(state, Math.sqrt(part.width * part.height * ratio))
  return positionBox(state, { x: part.x + (part.width - width) / 2, y: part.y + (part.height - width / ratio) / 2, width })
}

/** Moves the box to an upper left corner and width (in px of the turned picture), as far as the rules allow. Zooms only if necessary. */
function positionBox(state: CropState, wantedBox: Omit<Rect, 'height'>): CropState {
  const width = clampWidth(state, wantedBox.width)
  const part = { ...wantedBox, width, height: width / parseRatio(state.ratio) }
  const zoom = zoomForBoxWidth(state, width)
  const zoomedState = zoom === state.zoom ? state : centrePart({ ...state, zoom }, part)
  const scale = pictureScale(zoomedState)
  const box = {
    x: zoomedState.view.x + part.x * scale,
    y: zoomedState.view.y + part.y * scale,
    width: part.width * scale,
    height: part.height * scale,
  }
  return settleCrop({ ...zoomedState, box })
}

/** Centres a part (in px of the turned picture) on the canvas, as far as the picture allows. */
function centrePart(state: CropState, part: Rect): CropState {
  const scale = pictureScale(state)
  const x = crop.CROP_CANVAS.width / 2 - (part.x + part.width / 2) * scale
  const y = crop.CROP_CANVAS.height / 2 - (part.y + part.height / 2) * scale
  return { ...state, view: settleView({ ...state, view: { x, y } }) }
}

/** Clamps a width (in px of the turned picture) to the widths that the box can have at any zoom. */
function clampWidth(state: CropState, width: number): number {
  const maxZoomState = { ...state, zoom: crop.CROP_MAX_ZOOM }
  const minZoomState = { ...state, zoom: crop.CROP_MIN_ZOOM }
  return clamp(width, boxWidths(maxZoomState).min / pictureScale(maxZoomState), boxWidths(minZoomState).max / pictureScale(minZoomState))
}

function nearestRatio({ width, height }: Rect): crop.CropRatio {
  const distance = (ratio: crop.CropRatio) => Math.abs(Math.log(width / height / parseRatio(ratio)))
  return crop.CROP_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best))
}
