import type { Plane } from '../plane.ts'

/** Depths that are told apart. */
const BINS = 64
/** An edge of a scaled map is a slope of this many px. */
const EDGE_PX = 3
/** Both sides of an edge are level but for this much a px: what lies within its slope is no edge of its own. */
const LEVEL = 0.03
/** Lines across edges that are looked at: every second one. */
const STRIDE = 2
/** A smaller step of depth can be bent without a visible fault. */
const LEAST_STEP = 0.08
const ORDINARY_STEP = 0.25
/** A cut separates edges at least this long in all, in shares of the picture's sides. */
const LEAST_EDGES = 0.05

/**
 * The depths (0 far, 1 near) at which a picture is cut into layers, far to near, at most `most`: those that the most and highest edges of
 * the map cross. None where the map is smooth.
 */
export function chooseCuts(depth: Plane, most: number): readonly number[] {
  const cuts: number[] = []
  while (cuts.length < most) {
    const best = bestCut(crossingsOf(depth, cuts), (LEAST_EDGES * ORDINARY_STEP * EDGE_PX * (depth.width + depth.height)) / STRIDE)
    if (best === null) break
    cuts.push(best)
  }
  return cuts.toSorted((a, b) => a - b)
}

/** The sum of the steps across each depth, of the edges that no cut separates yet. */
function crossingsOf({ width, height, values }: Plane, cuts: readonly number[]): Float64Array {
  const changes = new Float64Array(BINS + 1)
  const countAlong = (at: number, step: number) => {
    const from = values[at] ?? 0
    const to = values[at + EDGE_PX * step] ?? 0
    const [low, high] = from < to ? [from, to] : [to, from]
    if (high - low < LEAST_STEP) return
    if (Math.abs((values[at - step] ?? 0) - from) >= LEVEL || Math.abs((values[at + (EDGE_PX + 1) * step] ?? 0) - to) >= LEVEL) return
    if (cuts.some((cut) => low < cut && high >= cut)) return
    const [first, last] = [Math.ceil(low * BINS), Math.floor(high * BINS)]
    changes[first] = (changes[first] ?? 0) + high - low
    changes[last] = (changes[last] ?? 0) - high + low
  }
  for (let y = 1; y < height - EDGE_PX - 1; y += STRIDE) {
    for (let x = 1; x < width - EDGE_PX - 1; x++) countAlong(y * width + x, 1)
  }
  for (let y = 1; y < height - EDGE_PX - 1; y++) {
    for (let x = 1; x < width - EDGE_PX - 1; x += STRIDE) countAlong(y * width + x, width)
  }
  for (let bin = 1; bin <= BINS; bin++) changes[bin] = (changes[bin] ?? 0) + (changes[bin - 1] ?? 0)
  return changes
}

/** The middle of the depths that are crossed most. */
function bestCut(crossings: Float64Array, least: number): number | null {
  const peak = Math.max(...crossings)
  if (peak < least) return null
  const first = crossings.findIndex((value) => value > peak * 0.98)
  let last = first
  while ((crossings[last + 1] ?? 0) > peak * 0.98) last++
  return (first + last + 1) / 2 / BINS
}
