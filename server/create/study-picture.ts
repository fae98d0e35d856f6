import sharp from 'sharp'
import { MAX_AREA_PX } from '#shared/domain/media-limits.ts'
import { type PictureContents, guessContents } from '#motion/guess-contents.ts'

/** Statistics of a picture, and guesses from them. */
export interface PictureFacts {
  /** Width divided by height. */
  readonly ratio: number
  /** Mean luma, 0..1. */
  readonly brightness: number
  /** Spread of the luma, 0..0.5. */
  readonly contrast: number
  /** Mean of red minus blue, -1..1. */
  readonly warmth: number
  /** Mean distance of the colours from grey, 0..1. */
  readonly saturation: number
  /** Share of points as bright as lamps, 0..1. */
  readonly lamps: number
  /**
   * The height of the horizon, 0..1 from the top: the picture is brighter or has less detail above it than below. Null without a horizon.
   */
  readonly horizon: number | null
  /**
   * The centre of all detail: its distance from the middle, -0.5..0.5 of each side. `weight` is the share of detail near this centre, 0..1.
   */
  readonly detailCentre: { readonly x: number; readonly y: number; readonly weight: number }
  readonly contents: PictureContents
}

/** A reduced picture, with one luma value per pixel. */
interface LumaGrid {
  readonly width: number
  readonly height: number
  readonly luma: Float32Array
}

/** Detail within this distance of the centre of detail counts as near it, as a share of each side. */
const NEAR_DISTANCE = 0.25
/** Luma differences below this value count as grain, not as detail. */
const GRAIN_LUMA = 0.04

/** A horizon is searched only between these heights, 0..1 from the top. */
const HIGHEST_HORIZON = 0.15
const LOWEST_HORIZON = 0.85
/** The minimum step at a horizon: the change in luma plus the change in detail. */
const LEAST_STEP = 0.12
/** The height of the two bands whose luma is compared, above and below a row, in rows. */
const BAND_ROWS = 4

/** The longer side of the reduced picture, in px: smaller details do not matter. */
const STUDIED_SIDE_PX = 96
/** The minimum luma of a lamp. */
const LAMP_LUMA = 0.72
const LUMA_WEIGHTS = [0.2126, 0.7152, 0.0722] as const

/** Measures a stored upright picture. Deterministic. Rejects if it cannot be decoded. */
export async function studyPicture(path: string): Promise<PictureFacts> {
  const { data, info } = await sharp(path, { limitInputPixels: MAX_AREA_PX })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(STUDIED_SIDE_PX, STUDIED_SIDE_PX, { fit: 'inside' })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const luma = new Float32Array(width * height)
  let warmth = 0
  let saturation = 0
  for (let index = 0; index < luma.length; index++) {
    const [red, green, blue] = [0, 1, 2].map((channel) => (data[index * 3 + channel] ?? 0) / 255) as [number, number, number]
    luma[index] = red * LUMA_WEIGHTS[0] + green * LUMA_WEIGHTS[1] + blue * LUMA_WEIGHTS[2]
    warmth += red - blue
    saturation += Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  const grid = { width, height, luma }
  const brightness = meanOf(luma)
  return {
    ratio: width / height,
    brightness,
    contrast: Math.sqrt(meanOf(luma.map((value) => (value - brightness) ** 2))),
    warmth: warmth / luma.length,
    saturation: saturation / luma.length,
    lamps: luma.filter((value) => value > LAMP_LUMA).length / luma.length,
    horizon: findHorizon(grid),
    detailCentre: findDetailCentre(grid),
    contents: guessContents({ width, height, data }),
  }
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * Finds the row with the largest step from bright to dark, or from calm to detailed. Returns its height, 0..1 from the top; null if no step
 * is large enough.
 */
function findHorizon({ width, height, luma }: LumaGrid): number | null {
  const rows = Array.from({ length: height }, (_, y) => measureRow(luma.subarray(y * width, (y + 1) * width)))
  const bandMean = (firstRow: number, endRow: number, key: keyof RowMeans) =>
    mean(rows.slice(Math.max(0, firstRow), endRow).map((row) => row[key]))
  let bestStep = { step: 0, y: 0 }
  for (let y = Math.ceil(height * HIGHEST_HORIZON); y <= height * LOWEST_HORIZON; y++) {
    const darkening = bandMean(y - BAND_ROWS, y, 'light') - bandMean(y, y + BAND_ROWS, 'light')
    const roughening = 2 * (bandMean(0, y, 'detail') < 0.02 ? bandMean(y, height, 'detail') - bandMean(0, y, 'detail') : 0)
    const step = Math.max(0, darkening) + Math.max(0, roughening)
    if (step > bestStep.step) bestStep = { step, y }
  }
  return bestStep.step < LEAST_STEP ? null : bestStep.y / height
}

interface RowMeans {
  readonly light: number
  readonly detail: number
}

function measureRow(luma: Float32Array): RowMeans {
  const light = mean([...luma])
  let detail = 0
  for (let x = 1; x < luma.length; x++) detail += Math.abs((luma[x] ?? 0) - (luma[x - 1] ?? 0))
  return { light, detail: detail / Math.max(1, luma.length - 1) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** The centre of all detail, and the share of detail near it. Without detail: the middle of the picture, and 0. */
function findDetailCentre({ width, height, luma }: LumaGrid): PictureFacts['detailCentre'] {
  const points = []
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const pixelLuma = luma[y * width + x] ?? 0
      const acrossStep = Math.abs(pixelLuma - (luma[y * width + x - 1] ?? 0))
      const downStep = Math.abs(pixelLuma - (luma[(y - 1) * width + x] ?? 0))
      const weight = Math.max(0, acrossStep + downStep - GRAIN_LUMA)
      if (weight > 0) points.push({ x: x / width - 0.5, y: y / height - 0.5, weight })
    }
  }
  const totalWeight = points.reduce((sum, { weight }) => sum + weight, 0)
  if (totalWeight === 0) return { x: 0, y: 0, weight: 0 }
  const x = points.reduce((sum, point) => sum + point.x * point.weight, 0) / totalWeight
  const y = points.reduce((sum, point) => sum + point.y * point.weight, 0) / totalWeight
  const nearPoints = points.filter((point) => Math.abs(point.x - x) < NEAR_DISTANCE && Math.abs(point.y - y) < NEAR_DISTANCE)
  return { x, y, weight: nearPoints.reduce((sum, { weight }) => sum + weight, 0) / totalWeight }
}
