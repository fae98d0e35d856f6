import { type Picture, type Size, type Plane, boxBlur, guidedFilter, makePlane, mapPlanes } from '../pixels.ts'
import { fillGaps, paintLayer } from './paint-layer.ts'

/** A part of a picture between two depths; areas behind nearer parts are filled in. */
export interface DepthLayer {
  /** Premultiplied RGBA of the picture's size; the farthest layer is opaque. */
  readonly pixels: Uint8Array
  /** The opacity, 0 to 1, in the size of the depth map. */
  readonly alpha: Plane
  /** The depth of the layer at each point, 0 far to 1 near, also where the layer is hidden or missing; half the size of the depth map. */
  readonly depth: Plane
}

/** The largest number of cuts; a picture has one layer more. */
const MAX_CUTS = 2
/**
 * The layer behind a cut shows the picture up to this depth beyond the cut, although the nearer layer shows it, too. Ground that crosses
 * the cut thus has no seam.
 */
const SEAM_DEPTH = 0.06
/** The distance from an edge, in pixels of a halved map, within which pixels may mix the colours of both sides. */
const BLEED_PX = 2
/** The weight of a pixel within `BLEED_PX` of an edge. The pixel counts only if there is no better one nearby. */
const BLEED_WEIGHT = 0.01
const ALPHA_RADIUS = 3
const ALPHA_EPSILON = 0.001
/** Smoothed opacities in this range are stretched to 0..1. The range is below 0.5, so that a layer includes its outermost pixels. */
const ALPHA_FROM = 0.1
const ALPHA_TO = 0.45

/** The layers of a picture, far to near. The depth map has the picture's ratio and at most its size. */
export function splitLayers(picture: Picture, depth: Plane): readonly DepthLayer[] {
  const cuts = chooseCuts(depth, MAX_CUTS)
  const coarseDepth = halve(depth)
  const colours = shrinkColours(picture, coarseDepth)
  const luma = lumaOf(picture, depth)
  return [null, ...cuts].map((from, index) => {
    const to = cuts[index] ?? null
    const alpha = from === null ? makePlane(depth.width, depth.height, () => 1) : alphaOf(luma, depth, from)
    const hiddenMask = to === null ? null : markAround(coarseDepth, (value) => value >= to + SEAM_DEPTH)
    const filledPlanes = hiddenMask === null ? null : fillHidden(colours, halve(alpha), hiddenMask)
    return {
      pixels: paintLayer(picture, alpha, hiddenMask, filledPlanes),
      alpha: filledPlanes === null || hiddenMask === null ? alpha : addFilledOpacity(alpha, hiddenMask, filledPlanes),
      depth: depthWithin(coarseDepth, from, to),
    }
  })
}

/** The opacity of a layer, smoothed along the picture's own edges and grown by about a pixel. */
function alphaOf(luma: Plane, depth: Plane, from: number): Plane {
  const insideMask = mapPlanes(depth, depth, (value) => (value >= from ? 1 : 0))
  const smoothMask = guidedFilter(luma, insideMask, ALPHA_RADIUS, ALPHA_EPSILON)
  return mapPlanes(smoothMask, smoothMask, (value) => Math.max(0, Math.min(1, (value - ALPHA_FROM) / (ALPHA_TO - ALPHA_FROM))))
}

/** A plane with 1 at and around the chosen depths, and 0 elsewhere. */
function markAround(depth: Plane, isChosen: (value: number) => boolean): Plane {
  const blurredMask = boxBlur(
    mapPlanes(depth, depth, (value) => (isChosen(value) ? 1 : 0)),
    BLEED_PX,
  )
  return mapPlanes(blurredMask, blurredMask, (value) => (value > 1e-6 ? 1 : 0))
}

/** Planes of premultiplied red, green, blue and opacity, 0 to 255. In hidden areas they continue the surroundings. */
function fillHidden(colours: Float32Array, alpha: Plane, { width, height, values: hiddenMask }: Plane): readonly Plane[] {
  const values = new Float32Array(width * height * 4)
  const weights = new Float32Array(width * height)
  for (let i = 0; i < weights.length; i++) {
    const opacity = alpha.values[i] ?? 0
    weights[i] = (hiddenMask[i] ?? 0) === 0 ? 1 : 0
    for (let channel = 0; channel < 3; channel++) values[i * 4 + channel] = (colours[i * 3 + channel] ?? 0) * opacity
    values[i * 4 + 3] = 255 * opacity
  }
  const filledValues = fillGaps({ width, height, channels: 4, values, weights })
  return [0, 1, 2, 3].map((channel) => makePlane(width, height, (_x, _y, i) => filledValues[i * 4 + channel] ?? 0))
}

function addFilledOpacity(alpha: Plane, hiddenMask: Plane, filledPlanes: readonly Plane[]): Plane {
  const [opacities] = filledPlanes.slice(-1)
  return makePlane(alpha.width, alpha.height, (x, y, i) => {
    const at = (y >> 1) * hiddenMask.width + (x >> 1)
    return hiddenMask.values[at] === 0 ? (alpha.values[i] ?? 0) : (opacities?.values[at] ?? 0) / 255
  })
}

/** A plane of half the size: every second pixel of every second row. */
function halve({ width, height, values }: Plane): Plane {
  return makePlane(Math.ceil(width / 2), Math.ceil(height / 2), (x, y) => values[y * 2 * width + x * 2] ?? 0)
}

function depthWithin(depth: Plane, from: number | null, to: number | null): Plane {
  const { width, height, values } = depth
  const low = from === null ? -Infinity : from - SEAM_DEPTH
  const high = to === null ? Infinity : to + SEAM_DEPTH
  const outsideMask = markAround(depth, (value) => value < low || value >= high)
  const weights = values.map((value, i) => (value < low || value >= high ? 0 : (outsideMask.values[i] ?? 0) === 0 ? 1 : BLEED_WEIGHT))
  return { width, height, values: fillGaps({ width, height, channels: 1, values, weights }) }
}

/** The luma, 0 to 1, of the picture's pixel in the middle of each map pixel. */
function lumaOf({ data, width, height }: Picture, map: Size): Plane {
  return makePlane(map.width, map.height, (x, y) => {
    const at = (Math.floor(((y + 0.5) * height) / map.height) * width + Math.floor(((x + 0.5) * width) / map.width)) * 4
    return (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)) / 255
  })
}

/** The picture's RGB, 0 to 255, in the size of a map: means of every second pixel of every second row. */
function shrinkColours({ data, width, height }: Picture, map: Size): Float32Array {
  const sums = new Float32Array(map.width * map.height * 3)
  const counts = new Float32Array(map.width * map.height)
  for (let y = 0; y < height; y += 2) {
    const row = Math.floor((y * map.height) / height) * map.width
    for (let x = 0; x < width; x += 2) {
      const from = (y * width + x) * 4
      const to = row + Math.floor((x * map.width) / width)
      counts[to] = (counts[to] ?? 0) + 1
      sums[to * 3] = (sums[to * 3] ?? 0) + (data[from] ?? 0)
      sums[to * 3 + 1] = (sums[to * 3 + 1] ?? 0) + (data[from + 1] ?? 0)
      sums[to * 3 + 2] = (sums[to * 3 + 2] ?? 0) + (data[from + 2] ?? 0)
    }
  }
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) / Math.max(1, counts[Math.floor(i / 3)] ?? 0)
  return sums
}

/** The width of an edge in a scaled map, in px. */
const EDGE_PX = 3
/** Edges are searched along every second row and every second column of the map. */
const LINE_STRIDE = 2
/** The depth step of an ordinary edge, which converts the length of edges to a sum of depth steps. */
const ORDINARY_DEPTH_STEP = 0.25
/** The smallest total length of the edges at a cut, as a share of the map's width plus height. */
const MIN_EDGE_SHARE = 0.05

/**
 * The depths (0 far, 1 near) at which a picture is cut into layers, far to near, at most `maxCuts`. A cut is at a depth that many large
 * steps of the depth map cross. A smooth map has no cuts.
 */
export function chooseCuts(depth: Plane, maxCuts: number): readonly number[] {
  const cuts: number[] = []
  while (cuts.length < maxCuts) {
    const cut = bestCut(
      crossingsOf(depth, cuts),
      (MIN_EDGE_SHARE * ORDINARY_DEPTH_STEP * EDGE_PX * (depth.width + depth.height)) / LINE_STRIDE,
    )
    if (cut === null) break
    cuts.push(cut)
  }
  return cuts.toSorted((a, b) => a - b)
}

const BINS = 64
/** The largest slope per px at which a map counts as level. An edge counts only if the map is level on both sides of it. */
const LEVEL_SLOPE = 0.03
/** A smaller step in depth needs no cut, because the picture can be bent there without a visible defect. */
const MIN_STEP = 0.08

/** For each depth, the sum of the depth steps at edges that cross this depth. Edges that a cut already separates do not count. */
function crossingsOf({ width, height, values }: Plane, cuts: readonly number[]): Float64Array {
  const changes = new Float64Array(BINS + 1)
  const countAlong = (at: number, step: number) => {
    const from = values[at] ?? 0
    const to = values[at + EDGE_PX * step] ?? 0
    const [low, high] = from < to ? [from, to] : [to, from]
    if (high - low < MIN_STEP) return
    if (Math.abs((values[at - step] ?? 0) - from) >= LEVEL_SLOPE || Math.abs((values[at + (EDGE_PX + 1) * step] ?? 0) - to) >= LEVEL_SLOPE)
      return
    if (cuts.some((cut) => low < cut && high >= cut)) return
    const [first, last] = [Math.ceil(low * BINS), Math.floor(high * BINS)]
    changes[first] = (changes[first] ?? 0) + high - low
    changes[last] = (changes[last] ?? 0) - high + low
  }
  for (let y = 1; y < height - EDGE_PX - 1; y += LINE_STRIDE) {
    for (let x = 1; x < width - EDGE_PX - 1; x++) countAlong(y * width + x, 1)
  }
  for (let y = 1; y < height - EDGE_PX - 1; y++) {
    for (let x = 1; x < width - EDGE_PX - 1; x += LINE_STRIDE) countAlong(y * width + x, width)
  }
  for (let bin = 1; bin <= BINS; bin++) changes[bin] = (changes[bin] ?? 0) + (changes[bin - 1] ?? 0)
  return changes
}

/** The middle of the depths with the most crossings; null if no depth has at least `minCrossings`. */
function bestCut(crossings: Float64Array, minCrossings: number): number | null {
  const peak = Math.max(...crossings)
  if (peak < minCrossings) return null
  const first = crossings.findIndex((value) => value > peak * 0.98)
  let last = first
  while ((crossings[last + 1] ?? 0) > peak * 0.98) last++
  return (first + last + 1) / 2 / BINS
}
