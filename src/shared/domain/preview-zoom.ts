import type { Size } from './media-limits.ts'
export const PREVIEW_MIN_ZOOM = 0.5
export const PREVIEW_MAX_ZOOM = 3
/** What one notch of the wheel, one press of a button or a key adds. */
export const PREVIEW_ZOOM_STEP = 0.1
/** Two taps within this time are one double tap. */
export const DOUBLE_TAP_MS = 300

const STEPS_PER_ZOOM = Math.round(1 / PREVIEW_ZOOM_STEP)
/** Zooms closer together than this are the same one. */
const SAME_ZOOM = 1e-6

/** A place in px from the middle of the layer. */
export interface LayerPoint {
  readonly x: number
  readonly y: number
}

/** How a picture is looked at: 1 shows it as large as it fits; x and y are the place of its middle. */
export interface PreviewView extends LayerPoint {
  readonly zoom: number
}

/** The layer, and the picture in it at zoom 1, in px. */
export interface PreviewFrame {
  readonly layer: Size
  readonly picture: Size
}

export const FITTED: PreviewView = { zoom: 1, x: 0, y: 0 }

/** A zoom brought within 0.5 and 3. Rule: docs/pictures.md, "Preview". */
export function clampZoom(zoom: number): number {
  return Math.min(PREVIEW_MAX_ZOOM, Math.max(PREVIEW_MIN_ZOOM, zoom))
}

/** The zoom some whole steps on, always a multiple of 0.1; from between two multiples the first step goes to the next. */
export function stepZoom(zoom: number, steps: number): number {
  const place = zoom * STEPS_PER_ZOOM
  const from = steps > 0 ? Math.floor(place + SAME_ZOOM) : Math.ceil(place - SAME_ZOOM)
  return clampZoom((from + steps) / STEPS_PER_ZOOM)
}

/** The view at another zoom in which the part of the picture at this place stays there, as far as the limits let it. */
export function zoomAbout(view: PreviewView, zoom: number, place: LayerPoint, frame: PreviewFrame): PreviewView {
  const grown = clampZoom(zoom) / view.zoom
  const x = place.x - (place.x - view.x) * grown
  const y = place.y - (place.y - view.y) * grown
  return clampView({ zoom: clampZoom(zoom), x, y }, frame)
}

/**
 * The nearest view in which the picture is not lost: along each axis a picture smaller than the layer stays inside it, a larger one covers it.
 * Rule: docs/pictures.md, "Preview".
 */
export function clampView({ zoom, x, y }: PreviewView, { layer, picture }: PreviewFrame): PreviewView {
  return { zoom, x: clampOffset(x, picture.width * zoom, layer.width), y: clampOffset(y, picture.height * zoom, layer.height) }
}

function clampOffset(offset: number, pictureSide: number, layerSide: number): number {
  const limit = Math.abs(pictureSide - layerSide) / 2
  return Math.min(limit, Math.max(-limit, offset))
}
