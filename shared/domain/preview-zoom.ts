import type { Size } from './media-limits.ts'
/** The smallest zoom of the preview. */
export const PREVIEW_MIN_ZOOM = 0.5
/** The largest zoom of the preview. */
export const PREVIEW_MAX_ZOOM = 3
/** The zoom step of a wheel notch, button or key. */
export const PREVIEW_ZOOM_STEP = 0.1
/** Two taps within this time, in ms, are one double tap. */
export const DOUBLE_TAP_MS = 300

const STEPS_PER_ZOOM = Math.round(1 / PREVIEW_ZOOM_STEP)
/** Zooms with a smaller difference are equal. */
const SAME_ZOOM = 1e-6

/** A point in px from the middle of the layer. */
export interface LayerPoint {
  readonly x: number
  readonly y: number
}

/** The view of a picture. At zoom 1 the picture fits the layer; x and y are the position of its middle. */
export interface PreviewView extends LayerPoint {
  readonly zoom: number
}

/** The layer, and the picture at zoom 1, in px. */
export interface PreviewFrame {
  readonly layer: Size
  readonly picture: Size
}

/** The view that shows the whole picture. */
export const FITTED_VIEW: PreviewView = { zoom: 1, x: 0, y: 0 }

/** Clamps a zoom to 0.5 to 3. Rule: docs/pictures.md, "Preview". */
export function clampZoom(zoom: number): number {
  return Math.min(PREVIEW_MAX_ZOOM, Math.max(PREVIEW_MIN_ZOOM, zoom))
}

/** The zoom after some steps, a multiple of 0.1. From a value between two multiples, the first step goes only to the next multiple. */
export function stepZoom(zoom: number, steps: number): number {
  const stepPosition = zoom * STEPS_PER_ZOOM
  const startStep = steps > 0 ? Math.floor(stepPosition + SAME_ZOOM) : Math.ceil(stepPosition - SAME_ZOOM)
  return clampZoom((startStep + steps) / STEPS_PER_ZOOM)
}

/** Zooms about a point, which stays fixed as far as the limits allow. */
export function zoomAbout(view: PreviewView, zoom: number, point: LayerPoint, frame: PreviewFrame): PreviewView {
  const growth = clampZoom(zoom) / view.zoom
  const x = point.x - (point.x - view.x) * growth
  const y = point.y - (point.y - view.y) * growth
  return clampView({ zoom: clampZoom(zoom), x, y }, frame)
}

/**
 * Clamps a view. Along each axis a picture smaller than the layer stays inside it; a larger one covers it.
 * Rule: docs/pictures.md, "Preview".
 */
export function clampView({ zoom, x, y }: PreviewView, { layer, picture }: PreviewFrame): PreviewView {
  return { zoom, x: clampOffset(x, picture.width * zoom, layer.width), y: clampOffset(y, picture.height * zoom, layer.height) }
}

function clampOffset(offset: number, pictureSide: number, layerSide: number): number {
  const limit = Math.abs(pictureSide - layerSide) / 2
  return Math.min(limit, Math.max(-limit, offset))
}
