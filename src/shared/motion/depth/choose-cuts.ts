import type { Plane } from '../plane.ts'

/** Depths that are told apart. */
const BINS = 64
/** An edge of a scaled map is a slope of this many px. */
const EDGE_PX = 3
/** Both sides of an edge are level but for this much a px: what lies within its slope is no edge of its own. */
const LEVEL = 0.03
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
    const best = bestCut(crossingsOf(depth, cuts), LEAST_EDGES * ORDINARY_STEP * EDGE_PX * (depth.width + depth.height))
    if (best === null) break
    cuts.push(best)
  }
  return cuts.toSorted((a, b) => a - b)
}

type Four = [number, number, number, number]

/** The sum of the steps across each depth, of the edges that no cut separates yet. */
function crossingsOf({ width, height, values }: Plane, cuts: readonly number[]): Float64Array {
  const changes = new Float64Array(BINS + 1)
  const count = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a]
    if (high - low < LEAST_STEP || cuts.some((cut) => low < cut && high >= cut)) return
    const [from, to] = [Math.ceil(low * BINS), Math.floor(high * BINS)]
    changes[from] = (changes[from] ?? 0) + high - low
    changes[to] = (changes[to] ?? 0) - high + low
  }
  const countAlong = (at: number, step: number) => {
    const [before, from, to, after] = [at - step, at, at + EDGE_PX * step, at + (EDGE_PX + 1) * step].map(
      (index) => values[index] ?? 0,
    ) as Four
    if (Math.abs(before - from) < LEVEL && Math.abs(after - to) < LEVEL) count(from, to)
  }
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (x + EDGE_PX + 1 < width) countAlong(y * width + x, 1)
      if (y + EDGE_PX + 1 < height) countAlong(y * width + x, width)
    }
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
