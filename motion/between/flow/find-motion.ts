import { type Plane, sampleAt, boxBlur, makePlane, mapPlanes } from '#motion/pixels.ts'
import { type Affine, STILL, compose, inPixels, invert, mix } from './affine.ts'
import { findSimilarity } from './find-similarity.ts'
import { refineAffine } from './refine-affine.ts'
import { type Shifts, refineFlow } from './refine-flow.ts'

const LEAST_SIDE = 20
/** The radius of contrast normalisation, in pixels of the pyramid level. */
const CONTRAST_RADIUS = 5
const CONTRAST_FLOOR = 0.02
/** The search for the global motion starts at the finest pyramid level whose longer side is at most 1.5 times this value, in px. */
const SEARCH_SIDE = 48
/** The coarsest pyramid level at which the local flow is refined. */
const COARSEST_FLOW_LEVEL = 3
/** The finest pyramid level at which the local flow is refined: half size, as fine as the grid that the flow distorts. */
const FINEST_FLOW_LEVEL = 1

/** The motion from the first picture to the second. */
export interface PairMotion {
  /** The global motion, from points of the second picture to the first: shift, zoom, rotation and shear. */
  readonly globalMap: Affine
  /** The remaining flow at each pixel of the picture halfway between the first and the second picture, in pixels of that middle picture. */
  readonly localFlow: Shifts
}

/** Estimates the motion between two pictures of one size from their luma (0..1). About 100 ms at 320 x 180. */
export function findMotion(firstLuma: Plane, secondLuma: Plane): PairMotion {
  const [first, second] = [pyramidOf(firstLuma), pyramidOf(secondLuma)]
  const globalMap = findGlobalMap(first, second)
  const middle = mix(STILL, globalMap, 0.5)
  const toSecond = compose(invert(globalMap), middle)
  let localFlow: Shifts | null = null
  for (let level = Math.min(COARSEST_FLOW_LEVEL, first.length - 1); level >= FINEST_FLOW_LEVEL; level--) {
    const [p, q] = [first[level], second[level]]
    if (!p || !q) continue
    const start = localFlow ? enlargeFlow(localFlow, p) : emptyFlow(p)
    localFlow = refineFlow(p, q, { toFirst: inPixels(middle, p, p), toSecond: inPixels(toSecond, q, q) }, start)
  }
  if (!localFlow) throw new RangeError('pictures too small to compare')
  return { globalMap, localFlow }
}

function findGlobalMap(first: readonly Plane[], second: readonly Plane[]): Affine {
  const coarseLevel = Math.max(
    0,
    first.findIndex((level) => Math.max(level.width, level.height) <= SEARCH_SIDE * 1.5),
  )
  const [a, b] = [first[coarseLevel], second[coarseLevel]]
  if (!a || !b) return STILL
  let map = findSimilarity(a, b).map
  for (let level = coarseLevel; level >= 0; level--) {
    const [p, q] = [first[level], second[level]]
    if (p && q) map = refineAffine(p, q, map)
  }
  return map
}

function enlargeFlow(smallFlow: Shifts, { width, height }: Plane): Shifts {
  const grow = (values: Float32Array) => {
    const plane = { width: smallFlow.width, height: smallFlow.height, values }
    return makePlane(width, height, (x, y) => 2 * sampleAt(plane, x / 2 - 0.25, y / 2 - 0.25)).values
  }
  return { width, height, x: grow(smallFlow.x), y: grow(smallFlow.y) }
}

function emptyFlow({ width, height }: Plane): Shifts {
  return { width, height, x: new Float32Array(width * height), y: new Float32Array(width * height) }
}

/** The image pyramid of a picture's local contrast, finest level first. */
function pyramidOf(luma: Plane): readonly Plane[] {
  const levels: Plane[] = []
  for (let level = luma; Math.min(level.width, level.height) >= LEAST_SIDE; level = halve(level)) levels.push(localContrast(level))
  return levels
}

/** The deviation of each pixel from its local mean, in units of local contrast. Brighter or darker light hardly changes it. */
function localContrast(luma: Plane): Plane {
  const mean = boxBlur(luma, CONTRAST_RADIUS)
  const deviation = mapPlanes(luma, mean, (a, b) => a - b)
  const variance = boxBlur(
    mapPlanes(deviation, deviation, (a, b) => a * b),
    CONTRAST_RADIUS,
  )
  return mapPlanes(deviation, variance, (a, b) => a / Math.sqrt(b + CONTRAST_FLOOR * CONTRAST_FLOOR))
}

/** The plane at half the size: each pixel is the mean of four. */
function halve({ width, height, values }: Plane): Plane {
  return makePlane(Math.floor(width / 2), Math.floor(height / 2), (x, y) => {
    const at = y * 2 * width + x * 2
    return ((values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + width] ?? 0) + (values[at + width + 1] ?? 0)) / 4
  })
}

/** How similar two aligned pictures are. */
export interface Agreement {
  /** The similarity of the two pictures around each pixel of the picture halfway between them, 0 to 1. */
  readonly scores: Plane
  /** The mean of `scores` where both pictures are visible. */
  readonly mean: number
  /** The share of the picture halfway between the two pictures in which both of them are visible. */
  readonly sharedPart: number
}

/** The radius of the comparison window, in pixels of the picture halfway between the two pictures. */
const WINDOW_RADIUS = 4
/** Detail below this (luma 0..1) counts as noise: two areas without more detail count as similar. */
const DETAIL_FLOOR = 0.015

/** Compares two pictures (luma 0..1) along a motion. */
export function agreementOf(first: Plane, second: Plane, { globalMap, localFlow }: PairMotion): Agreement {
  const { width, height } = localFlow
  const middle = mix(STILL, globalMap, 0.5)
  const p = inPixels(middle, localFlow, first)
  const q = inPixels(compose(invert(globalMap), middle), localFlow, second)
  const halfScale = first.height / height / 2
  const visibleCounts = new Uint8Array(width * height)
  const warpPlane = (plane: Plane, { a, b, c, d, x0, y0 }: typeof p, side: number) =>
    makePlane(width, height, (x, y, i) => {
      const px = a * x + b * y + x0 + side * halfScale * (localFlow.x[i] ?? 0)
      const py = c * x + d * y + y0 + side * halfScale * (localFlow.y[i] ?? 0)
      if (px >= 0 && py >= 0 && px <= plane.width - 1 && py <= plane.height - 1) visibleCounts[i] = (visibleCounts[i] ?? 0) + 1
      return sampleAt(plane, px, py)
    })
  const [warpedFirst, warpedSecond] = [warpPlane(first, p, -1), warpPlane(second, q, 1)]
  const scores = localAgreement(warpedFirst, warpedSecond)
  let [sum, count] = [0, 0]
  for (let i = 0; i < visibleCounts.length; i++) {
    if (visibleCounts[i] !== 2) continue
    sum += scores.values[i] ?? 0
    count++
  }
  return { scores, mean: count > 0 ? sum / count : 0, sharedPart: count / visibleCounts.length }
}

/**
 * The similarity of two aligned planes around each pixel, 0 to 1: twice the mean product of their deviations from their local means,
 * divided by the sum of the mean squares of both deviations. A difference in brightness alone does not reduce it.
 */
function localAgreement(first: Plane, second: Plane): Plane {
  const product = (a: Plane, b: Plane) =>
    boxBlur(
      mapPlanes(a, b, (p, q) => p * q),
      WINDOW_RADIUS,
    )
  const deviationOf = (plane: Plane) => mapPlanes(plane, boxBlur(plane, WINDOW_RADIUS), (value, mean) => value - mean)
  const [a, b] = [deviationOf(first), deviationOf(second)]
  const [ab, aa, bb] = [product(a, b), product(a, a), product(b, b)]
  const floor = DETAIL_FLOOR * DETAIL_FLOOR
  return makePlane(first.width, first.height, (_x, _y, i) => {
    const sharedDetail = 2 * (ab.values[i] ?? 0) + floor
    return Math.max(0, sharedDetail / ((aa.values[i] ?? 0) + (bb.values[i] ?? 0) + floor))
  })
}
