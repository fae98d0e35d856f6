import type { Picture } from '../picture.ts'
import { type Plane, boxBlur, guidedFilter, makePlane, mapPlanes, sampleAt } from '../plane.ts'
import { chooseCuts } from './choose-cuts.ts'
import { fillGaps } from './fill-gaps.ts'

/** A part of a picture between two depths, with what nearer parts hide filled in. */
export interface DepthLayer {
  /** Premultiplied RGBA of the picture's size; the farthest layer is opaque. */
  readonly pixels: Uint8Array
  /** The opacity, 0 to 1, of the map's size. */
  readonly alpha: Plane
  /** The depth of the layer at each place, 0 far to 1 near, where it is hidden or missing too; half the map's size. */
  readonly depth: Plane
}

/** A picture has one layer more. */
const MOST_CUTS = 2
/** How far beyond a cut both layers show the picture, so that ground which passes through it has no seam. */
const SEAM = 0.06
/** Pixels of the map around an edge that may have the colours of both sides. */
const BLEED_PX = 3
/** How much such a pixel counts where there is no better one. */
const BLEED_WEIGHT = 0.01
const ALPHA_RADIUS = 3
const ALPHA_EPSILON = 0.001
/** A smoothed edge becomes opaque between these, so that a layer has its outermost pixels with it. */
const ALPHA_FROM = 0.1
const ALPHA_TO = 0.45

/** The layers of a picture with a depth map of its ratio, no larger than itself, far to near. */
export function splitLayers(picture: Picture, depth: Plane): readonly DepthLayer[] {
  const cuts = chooseCuts(depth, MOST_CUTS)
  const coarse = halved(depth)
  const colours = shrunk(picture, depth)
  const luma = makePlane(depth.width, depth.height, (_x, _y, i) => lumaOf(colours, i * 3) / 255)
  return [null, ...cuts].map((from, index) => {
    const to = cuts[index] ?? null
    const alpha = from === null ? makePlane(depth.width, depth.height, () => 1) : alphaOf(luma, depth, from)
    const hidden = to === null ? null : spread(depth, (value) => value >= to + SEAM)
    const filled = hidden === null ? null : fillHidden(colours, alpha, hidden, depth)
    return {
      pixels: paint(picture, alpha, hidden, filled),
      alpha: filled === null ? alpha : makePlane(depth.width, depth.height, (_x, _y, i) => (filled[i * 4 + 3] ?? 0) / 255),
      depth: depthWithin(coarse, from, to),
    }
  })
}

/** Smoothed along the picture's own edges, and grown by about a pixel. */
function alphaOf(luma: Plane, depth: Plane, from: number): Plane {
  const inside = mapPlanes(depth, depth, (value) => (value >= from ? 1 : 0))
  const smooth = guidedFilter(luma, inside, ALPHA_RADIUS, ALPHA_EPSILON)
  return mapPlanes(smooth, smooth, (value) => Math.max(0, Math.min(1, (value - ALPHA_FROM) / (ALPHA_TO - ALPHA_FROM))))
}

/** 1 where a depth is chosen, and around there. */
function spread(depth: Plane, isChosen: (value: number) => boolean): Plane {
  const near = boxBlur(
    mapPlanes(depth, depth, (value) => (isChosen(value) ? 1 : 0)),
    BLEED_PX,
  )
  return mapPlanes(near, near, (value) => (value > 1e-6 ? 1 : 0))
}

/** Premultiplied RGBA, 0 to 255, of the map's size, in which hidden places continue what is around them. */
function fillHidden(colours: Float32Array, alpha: Plane, hidden: Plane, { width, height }: Plane): Float32Array {
  const values = new Float32Array(width * height * 4)
  const weights = new Float32Array(width * height)
  for (let i = 0; i < weights.length; i++) {
    const opacity = alpha.values[i] ?? 0
    weights[i] = (hidden.values[i] ?? 0) === 0 ? 1 : 0
    for (let channel = 0; channel < 3; channel++) values[i * 4 + channel] = (colours[i * 3 + channel] ?? 0) * opacity
    values[i * 4 + 3] = 255 * opacity
  }
  return fillGaps({ width, height, channels: 4, values, weights })
}

/** Every second pixel: depth within a layer is smooth. */
function halved({ width, height, values }: Plane): Plane {
  return makePlane(Math.ceil(width / 2), Math.ceil(height / 2), (x, y) => values[y * 2 * width + x * 2] ?? 0)
}

function depthWithin(depth: Plane, from: number | null, to: number | null): Plane {
  const { width, height, values } = depth
  const low = from === null ? -Infinity : from - SEAM
  const high = to === null ? Infinity : to + SEAM
  const outside = spread(depth, (value) => value < low || value >= high)
  const weights = values.map((value, i) => (value < low || value >= high ? 0 : (outside.values[i] ?? 0) === 0 ? 1 : BLEED_WEIGHT))
  return { width, height, values: fillGaps({ width, height, channels: 1, values, weights }) }
}

function lumaOf(colours: Float32Array, at: number): number {
  return 0.2126 * (colours[at] ?? 0) + 0.7152 * (colours[at + 1] ?? 0) + 0.0722 * (colours[at + 2] ?? 0)
}

/** The picture's RGB, 0 to 255, at the size of a map. */
function shrunk({ data, width, height }: Picture, map: Plane): Float32Array {
  const sums = new Float32Array(map.width * map.height * 3)
  const counts = new Float32Array(map.width * map.height)
  const columnOf = Int32Array.from({ length: width }, (_, x) => Math.floor((x * map.width) / width))
  for (let y = 0, from = 0; y < height; y++) {
    const row = Math.floor((y * map.height) / height) * map.width
    for (let x = 0; x < width; x++, from += 4) {
      const to = row + (columnOf[x] ?? 0)
      counts[to] = (counts[to] ?? 0) + 1
      sums[to * 3] = (sums[to * 3] ?? 0) + (data[from] ?? 0)
      sums[to * 3 + 1] = (sums[to * 3 + 1] ?? 0) + (data[from + 1] ?? 0)
      sums[to * 3 + 2] = (sums[to * 3 + 2] ?? 0) + (data[from + 2] ?? 0)
    }
  }
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) / (counts[Math.floor(i / 3)] ?? 1)
  return sums
}

/** A layer's pixels: the picture's own, or what was filled in. */
function paint({ data, width, height }: Picture, alpha: Plane, hidden: Plane | null, filled: Float32Array | null): Uint8Array {
  const pixels = new Uint8Array(data)
  const words = new Uint32Array(pixels.buffer)
  const opacities = new Float32Array(width)
  const shares = new Float32Array(width)
  const [scaleX, scaleY] = [alpha.width / width, alpha.height / height]
  const fills = filled === null ? [] : [0, 1, 2, 3].map((channel) => channelOf(filled, channel, alpha))
  for (let y = 0, at = 0; y < height; y++) {
    const mapY = (y + 0.5) * scaleY - 0.5
    sampleRow(alpha, mapY, opacities)
    if (hidden !== null) sampleRow(hidden, mapY, shares)
    for (let x = 0; x < width; x++, at += 4) {
      const share = shares[x] ?? 0
      const own = (opacities[x] ?? 0) * (1 - share)
      if (own === 1) continue
      if (own === 0 && share === 0) {
        words[at >> 2] = 0
        continue
      }
      const mapX = (x + 0.5) * scaleX - 0.5
      for (let channel = 0; channel < 4; channel++) {
        const fill = share === 0 ? undefined : fills[channel]
        const behind = fill === undefined ? 0 : sampleAt(fill, mapX, mapY) * share
        pixels[at + channel] = (channel === 3 ? 255 : (data[at + channel] ?? 0)) * own + behind + 0.5
      }
    }
  }
  return pixels
}

function channelOf(values: Float32Array, channel: number, { width, height }: Plane): Plane {
  return makePlane(width, height, (_x, _y, i) => values[i * 4 + channel] ?? 0)
}

/** A plane's values along one line across it, as many as `into` has. */
function sampleRow({ width, height, values }: Plane, placeY: number, into: Float32Array): void {
  const y = Math.max(0, Math.min(height - 1, placeY))
  const upper = Math.min(height - 2, Math.floor(y)) * width
  const down = y - upper / width
  const row = new Float32Array(width)
  let [low, high] = [Infinity, -Infinity]
  for (let x = 0; x < width; x++) {
    const value = (values[upper + x] ?? 0) * (1 - down) + (values[upper + width + x] ?? 0) * down
    row[x] = value
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low === high) return void into.fill(low)
  const scale = width / into.length
  for (let at = 0; at < into.length; at++) {
    const x = Math.max(0, Math.min(width - 1, (at + 0.5) * scale - 0.5))
    const left = Math.min(width - 2, Math.floor(x))
    into[at] = (row[left] ?? 0) * (1 - x + left) + (row[left + 1] ?? 0) * (x - left)
  }
}
