import type { Affine } from '#shared/motion/between/flow/affine.ts'
import { compose, inPixels, invert, mix, STILL } from '#shared/motion/between/flow/affine.ts'
import { findSimilarity } from '#shared/motion/between/flow/find-similarity.ts'
import { pyramidOf } from '#shared/motion/between/flow/pyramid.ts'
import { refineAffine } from '#shared/motion/between/flow/refine-affine.ts'
import type { Shifts } from '#shared/motion/between/flow/refine-flow.ts'
import { refineFlow } from '#shared/motion/between/flow/refine-flow.ts'
import { sampleAt } from '#shared/motion/sample-at.ts'
import type { Plane } from '#shared/motion/plane.ts'
import { makePlane } from '#shared/motion/plane.ts'

/** How the second picture comes out of the first. */
export interface PairMotion {
  /** From points of the second picture to the same things in the first: shift, zoom, turn and shear of the whole. */
  readonly whole: Affine
  /** What is left for each pixel of the middle picture, in its pixels. */
  readonly rest: Shifts
}

/** The level at which the whole is looked for, by its side. */
const SEARCH_SIDE = 48
const REST_LEVELS = 3
/** Half the size is as fine as the grid that is bent by it. */
const FINEST_LEVEL = 1

function enlarged(small: Shifts, { width, height }: Plane): Shifts {
  const grow = (values: Float32Array) => {
    const plane = { width: small.width, height: small.height, values }
    return makePlane(width, height, (x, y) => 2 * sampleAt(plane, x / 2 - 0.25, y / 2 - 0.25)).values
  }
  return { width, height, x: grow(small.x), y: grow(small.y) }
}

function noShifts({ width, height }: Plane): Shifts {
  return { width, height, x: new Float32Array(width * height), y: new Float32Array(width * height) }
}

function wholeOf(first: readonly Plane[], second: readonly Plane[]): Affine {
  const coarse = Math.max(
    0,
    first.findIndex((level) => Math.max(level.width, level.height) <= SEARCH_SIDE * 1.5),
  )
  const [a, b] = [first[coarse], second[coarse]]
  if (!a || !b) return STILL
  let map = findSimilarity(a, b).map
  for (let level = coarse; level >= 0; level--) {
    const [p, q] = [first[level], second[level]]
    if (p && q) map = refineAffine(p, q, map)
  }
  return map
}

/** Finds the motion between two pictures of one size from their luma (0..1). About 100 ms at 320 x 180. */
export function findMotion(firstLuma: Plane, secondLuma: Plane): PairMotion {
  const [first, second] = [pyramidOf(firstLuma), pyramidOf(secondLuma)]
  const whole = wholeOf(first, second)
  const middle = mix(STILL, whole, 0.5)
  const toSecond = compose(invert(whole), middle)
  let rest: Shifts | null = null
  for (let level = Math.min(REST_LEVELS, first.length - 1); level >= FINEST_LEVEL; level--) {
    const [p, q] = [first[level], second[level]]
    if (!p || !q) continue
    const start = rest ? enlarged(rest, p) : noShifts(p)
    rest = refineFlow(p, q, { toFirst: inPixels(middle, p, p), toSecond: inPixels(toSecond, q, q) }, start)
  }
  if (!rest) throw new RangeError('pictures too small to compare')
  return { whole, rest }
}
