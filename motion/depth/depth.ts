import { type PictureWindow, WHOLE_PICTURE } from '../controls/output-window.ts'
import * as pixels from '../pixels.ts'

/** The cost of a step in addition to the change of light along it, so that a pixel's height in the picture counts, too. */
const STEP_COST = 0.004
const SIDE_STEP_COST = 0.0015
/** The number of sweeps up and down. Each sweep lets paths turn around one more corner. */
const SWEEPS = 3

/** The depth map's longer side in px; coarse, because it only controls a slow distortion. */
const LONG_SIDE = 320
const GROUND_WEIGHT = 0.3
const STANDING_WEIGHT = 0.4
const SHARPNESS_WEIGHT = 0.2
const CENTRE_WEIGHT = 0.1
const SHARPNESS_BLUR = 9
const GUIDE_RADIUS = 8
const GUIDE_EPSILON = 0.002

/** The amount of detail around each pixel, 0..1. Near objects are sharp; sky and background are not. */
function sharpnessOf(luma: pixels.Plane): pixels.Plane {
  const smooth = pixels.boxBlur(luma, 2)
  const detail = pixels.mapPlanes(luma, smooth, (a, b) => Math.abs(a - b))
  const blurredDetail = pixels.normalise(pixels.boxBlur(pixels.boxBlur(detail, SHARPNESS_BLUR), SHARPNESS_BLUR))
  return pixels.mapPlanes(blurredDetail, blurredDetail, (value) => Math.sqrt(value))
}

function centreOf(width: number, height: number): pixels.Plane {
  return pixels.makePlane(width, height, (x, y) => {
    const across = ((x + 0.5) / width - 0.5) * 2
    const down = ((y + 0.5) / height - 0.55) * 2
    return Math.max(0, 1 - (across * across + down * down) * 0.8)
  })
}

const guessedDepths = new WeakMap<pixels.Picture, pixels.Plane>()

/**
 * The depth of a picture, 0 far to 1 near: measured if the picture has a depth map, otherwise guessed. `window` is the shown part of the
 * whole picture.
 */
export function depthOf(picture: pixels.SourcePicture, window?: PictureWindow): pixels.Plane {
  return picture.depth === undefined ? guessDepth(picture) : fitDepth(picture.depth, picture, window)
}

/** The longer side of a fitted map, in px; about the resolution of a depth model. */
const FITTED_LONG_SIDE = 512
const NEAREST = 255

/** The depth, 0 far to 1 near, of the shown part of a picture that is rendered at `source` px. The result is at most that size. */
export function fitDepth(map: pixels.DepthMap, source: pixels.Size, { x, y, width, height }: PictureWindow = WHOLE_PICTURE): pixels.Plane {
  const wholeMap: pixels.Plane = { width: map.width, height: map.height, values: Float32Array.from(map.values) }
  const scale = Math.min(1, FITTED_LONG_SIDE / Math.max(source.width, source.height))
  const columns = Math.max(2, Math.round(source.width * scale))
  const rows = Math.max(2, Math.round(source.height * scale))
  return pixels.makePlane(columns, rows, (column, row) => {
    const across = x + ((column + 0.5) / columns) * width
    const down = y + ((row + 0.5) / rows) * height
    return pixels.sampleAt(wholeMap, across * map.width - 0.5, down * map.height - 0.5) / NEAREST
  })
}

/** A heuristic depth map, 0 far to 1 near, without a model. The ground recedes upwards; objects on it, sharp and central areas are near. */
export function guessDepth(picture: pixels.Picture): pixels.Plane {
  const cachedDepth = guessedDepths.get(picture)
  if (cachedDepth !== undefined) return cachedDepth
  const depth = guessFrom(picture)
  guessedDepths.set(picture, depth)
  return depth
}

function guessFrom(picture: pixels.Picture): pixels.Plane {
  const luma = lumaThumbnail(picture, LONG_SIDE)
  const { width, height } = luma
  const sharpness = sharpnessOf(luma)
  const centre = centreOf(width, height)
  const groundDistance = pixels.normalise(distanceFromGround(pixels.boxBlur(luma, 1)))
  const rawDepth = pixels.makePlane(width, height, (_x, y, i) => {
    const ground = (y + 0.5) / height
    return (
      GROUND_WEIGHT * ground +
      STANDING_WEIGHT * (1 - (groundDistance.values[i] ?? 0)) +
      SHARPNESS_WEIGHT * (sharpness.values[i] ?? 0) +
      CENTRE_WEIGHT * (centre.values[i] ?? 0)
    )
  })
  return pixels.normalise(pixels.guidedFilter(luma, rawDepth, GUIDE_RADIUS, GUIDE_EPSILON))
}

/**
 * The distance of each pixel from the lower edge of a luma plane, along the path of the smallest change of light, 0 at the edge. An object
 * in the foreground, such as a tree or person, is near up to its top; its background is not.
 */
function distanceFromGround(luma: pixels.Plane): pixels.Plane {
  const { width, height, values: light } = luma
  const values = new Float32Array(light.length).fill(Infinity)
  values.fill(0, (height - 1) * width)
  const shortenPath = (index: number, from: number, cost: number) => {
    const distance = (values[from] ?? Infinity) + Math.abs((light[index] ?? 0) - (light[from] ?? 0)) + cost
    if (distance < (values[index] ?? 0)) values[index] = distance
  }
  const sweepRow = (y: number, neighbourOffset: number) => {
    const row = y * width
    for (let x = 0; x < width; x++) {
      shortenPath(row + x, row + neighbourOffset + x, STEP_COST)
      if (x > 0) shortenPath(row + x, row + x - 1, SIDE_STEP_COST)
    }
    for (let x = width - 2; x >= 0; x--) shortenPath(row + x, row + x + 1, SIDE_STEP_COST)
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let y = height - 2; y >= 0; y--) sweepRow(y, width)
    for (let y = 1; y < height - 1; y++) sweepRow(y, -width)
  }
  return { width, height, values }
}

const DIAGONAL = Math.SQRT2

/**
 * Raises a depth map so that it falls nowhere faster than `maxSlope` (per picture height). Near objects move as one piece; the far ground
 * beside them is stretched. Pixels where `within` is below a half stay unchanged; callers set their depth to 0, so that they do not raise
 * others.
 */
export function limitSlope(depth: pixels.Plane, maxSlope: number, within?: pixels.Plane): pixels.Plane {
  const { width, height } = depth
  const values = Float32Array.from(depth.values)
  const drop = maxSlope / height
  const raise = (index: number, x: number, neighbourRow: number, side: 1 | -1) => {
    if (within !== undefined && (within.values[index] ?? 0) < 0.5) return
    const depthAt = (column: number) => (column < 0 || column >= width ? 0 : (values[neighbourRow + column] ?? 0))
    const ownDepth = values[index] ?? 0
    const besideDepth = x - side < 0 || x - side >= width ? 0 : (values[index - side] ?? 0)
    values[index] = Math.max(
      ownDepth,
      besideDepth - drop,
      depthAt(x) - drop,
      depthAt(x - 1) - drop * DIAGONAL,
      depthAt(x + 1) - drop * DIAGONAL,
    )
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) raise(y * width + x, x, (y === 0 ? y : y - 1) * width, 1)
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) raise(y * width + x, x, (y === height - 1 ? y : y + 1) * width, -1)
  }
  return { width, height, values }
}

/** Every second pixel of every second row suffices for a mean. */
const STRIDE = 2

/** The luma (0..1) of a picture scaled by area averaging to a longer side of `longSide` px. */
function lumaThumbnail(picture: pixels.Picture, longSide: number): pixels.Plane {
  const scale = Math.min(1 / STRIDE, longSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const sums = new Uint32Array(width * height * 4)
  const { data } = picture
  for (let y = 0; y < picture.height; y += STRIDE) {
    const row = Math.floor((y * height) / picture.height) * width
    for (let x = 0; x < picture.width; x += STRIDE) {
      const from = (y * picture.width + x) * 4
      const to = (row + Math.floor((x * width) / picture.width)) * 4
      sums[to] = (sums[to] ?? 0) + (data[from] ?? 0)
      sums[to + 1] = (sums[to + 1] ?? 0) + (data[from + 1] ?? 0)
      sums[to + 2] = (sums[to + 2] ?? 0) + (data[from + 2] ?? 0)
      sums[to + 3] = (sums[to + 3] ?? 0) + 255
    }
  }
  const mean = (index: number, channel: number) => (sums[index * 4 + channel] ?? 0) / (sums[index * 4 + 3] ?? 1)
  return pixels.makePlane(width, height, (_x, _y, i) => 0.2126 * mean(i, 0) + 0.7152 * mean(i, 1) + 0.0722 * mean(i, 2))
}
