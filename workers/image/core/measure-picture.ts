import type { Rect } from '#shared/domain/media-limits.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import type { DecodedPicture, CanvasBackend, Surface } from './canvas-backend.ts'
import { haveOneColour } from './picture-pixels.ts'

/** The longest side of the reduced picture that is measured, in px. */
export const METRICS_SIDE_PX = 512
const TILE_PX = 16
/**
 * Only this share of the tiles is sharper than the reported value. It is small enough for a sharp subject in front of a soft background.
 */
const TOP_SHARE = 0.01
/**
 * Added to a tile's slope energy, in luma² per pixel, before the curvature is divided by it. So a smooth tile with noise does not count as
 * sharp.
 */
const FAINT_ENERGY = 2
/** The smallest slope energy of the sharpest tiles. Below it, as in fog or an empty sky, blur can't be judged. */
const MIN_JUDGED_ENERGY = 4
const HIGHLIGHTS_SHARE = 0.02

/** The scale of smoothed luma, so that sums are integers. */
const SMOOTHED_UNIT = 16

/** Measures the RGBA pixels of a picture reduced to METRICS_SIDE_PX. Rule: docs/create.md, "Pre-flight". */
export function measurePicture(pixels: Uint8ClampedArray, width: number, height: number): PictureMetrics {
  const luma = lumaOf(pixels)
  const sharpness = sharpnessOf(smoothLuma(luma, width, height), width, height)
  return { sharpness, ...tonesOf(luma), isPlain: haveOneColour(pixels) }
}

function lumaOf(pixels: Uint8ClampedArray): Uint8Array {
  const luma = new Uint8Array(pixels.length >> 2)
  for (let i = 0, at = 0; i < luma.length; i++, at += 4) {
    luma[i] = (54 * (pixels[at] ?? 0) + 183 * (pixels[at + 1] ?? 0) + 19 * (pixels[at + 2] ?? 0) + 128) >> 8
  }
  return luma
}

function tonesOf(luma: Uint8Array): Pick<PictureMetrics, 'brightness' | 'highlights'> {
  const counts = new Uint32Array(256)
  for (let i = 0; i < luma.length; i++) {
    const tone = luma[i] ?? 0
    counts[tone] = (counts[tone] ?? 0) + 1
  }
  const sum = counts.reduce((sum, count, tone) => sum + count * tone, 0)
  let highlights = 255
  let brighterPixels = counts[highlights] ?? 0
  while (highlights > 0 && brighterPixels <= luma.length * HIGHLIGHTS_SHARE) brighterPixels += counts[--highlights] ?? 0
  return { brightness: sum / luma.length, highlights }
}

/** A 1-2-1 blur in both directions, without the outermost pixels. It removes most of the noise and little of a visible edge. */
function smoothLuma(luma: Uint8Array, width: number, height: number): Int16Array {
  const smoothedLuma = new Int16Array(luma.length)
  let previousSum = 0
  let currentSum = 0
  for (let at = width; at < width * (height - 1); at++) {
    const nextSum = (luma[at - width] ?? 0) + 2 * (luma[at] ?? 0) + (luma[at + width] ?? 0)
    smoothedLuma[at - 1] = previousSum + 2 * currentSum + nextSum
    previousSum = currentSum
    currentSum = nextSum
  }
  return smoothedLuma
}

/**
 * The sharpness of a tile is its curvature energy divided by its slope energy. Returns the value that only TOP_SHARE of the tiles exceed;
 * null if the picture has too few edges.
 */
function sharpnessOf(luma: Int16Array, width: number, height: number): number | null {
  const columns = Math.max(1, Math.floor(width / TILE_PX))
  const rows = Math.max(1, Math.floor(height / TILE_PX))
  const sharpness = new Float32Array(columns * rows)
  const energy = new Float32Array(columns * rows)
  for (let tile = 0; tile < energy.length; tile++) {
    const column = tile % columns
    const row = (tile - column) / columns
    const [left, right] = [edgeOf(column, columns, width), edgeOf(column + 1, columns, width)]
    const [top, bottom] = [edgeOf(row, rows, height), edgeOf(row + 1, rows, height)]
    const { slopes, curvatures: distortions } = tileEnergy(luma, width, { x: left, y: top, width: right - left, height: bottom - top })
    energy[tile] = slopes
    sharpness[tile] = distortions / (slopes + FAINT_ENERGY)
  }
  return valueNearTop(energy) < MIN_JUDGED_ENERGY ? null : valueNearTop(sharpness)
}

/** The start of a part. The length, without two pixels at each end, is divided evenly into parts. */
function edgeOf(part: number, parts: number, length: number): number {
  return 2 + Math.floor((part * (length - 4)) / parts)
}

/** Mean squares of the first and second differences within a tile, on every other row. */
function tileEnergy(luma: Int16Array, stride: number, { x, y, width, height }: Rect): { slopes: number; curvatures: number } {
  let slopes = 0
  let distortions = 0
  for (let row = y; row < y + height; row += 2) {
    const first = row * stride + x
    let left = luma[first - 1] ?? 0
    let centre = luma[first] ?? 0
    for (let at = first; at < first + width; at++) {
      const right = luma[at + 1] ?? 0
      const above = luma[at - stride] ?? 0
      const below = luma[at + stride] ?? 0
      const bend = left + right + above + below - 4 * centre
      slopes += (right - left) * (right - left) + (below - above) * (below - above)
      distortions += bend * bend
      left = centre
      centre = right
    }
  }
  const area = Math.max(1, width * Math.ceil(height / 2)) * SMOOTHED_UNIT ** 2
  return { slopes: slopes / 4 / area, curvatures: distortions / area }
}

function valueNearTop(values: Float32Array): number {
  return values.toSorted()[Math.floor((values.length - 1) * (1 - TOP_SHARE))] ?? 0
}

type DecodedPixels = Pick<DecodedPicture, 'image' | 'width' | 'height'>

/** Measures a small copy of the pixels. The copy is reduced in two steps, because smoothing all pixels is many times slower. */
export function measurePixels<S extends Surface>(backend: CanvasBackend<S>, pixels: DecodedPixels): PictureMetrics {
  const largeCopy = copyReduced(backend, pixels, METRICS_SIDE_PX * 2, 'low')
  const smallCopy = copyReduced(backend, largeCopy, METRICS_SIDE_PX, 'medium')
  largeCopy.release()
  const { width, height } = smallCopy
  const metrics = measurePicture(smallCopy.drawing.getImageData(0, 0, width, height).data, width, height)
  smallCopy.release()
  return metrics
}

function copyReduced<S extends Surface>(
  backend: CanvasBackend<S>,
  { image, width: fromWidth, height: fromHeight }: DecodedPixels,
  maxSidePx: number,
  smoothing: ImageSmoothingQuality,
): S {
  const scale = Math.min(1, maxSidePx / Math.max(fromWidth, fromHeight))
  const width = Math.max(1, Math.round(fromWidth * scale))
  const height = Math.max(1, Math.round(fromHeight * scale))
  const small = backend.makeSheet(width, height)
  small.drawing.imageSmoothingQuality = smoothing
  small.drawing.drawImage(image, 0, 0, fromWidth, fromHeight, 0, 0, width, height)
  return small
}
