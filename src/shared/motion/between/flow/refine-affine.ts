import type { Affine } from '#shared/motion/between/flow/affine.ts'
import { inPixels } from '#shared/motion/between/flow/affine.ts'
import { warped } from '#shared/motion/between/flow/warped.ts'
import { solve } from '#shared/motion/between/flow/solve.ts'
import type { Plane } from '#shared/motion/plane.ts'

const STEPS = 5
/** Differences beyond this (in units of local contrast) count for little: they are no matter of place. */
const ROBUST_SCALE = 0.5
const UNKNOWNS = 6
/** A map that shrinks or swells areas by more than this is no view of the same thing. */
const MOST_SWELL = 6

/** Above this side every second pixel in every second row is enough. */
const DENSE_SIDE = 200

/** The upper triangle of the normal equations with their right side, row by row, summed over the pixels. */
function sumEquations(seen: Float32Array, second: Plane): Float64Array {
  const { width, height, values } = second
  const sums = new Float64Array(((UNKNOWNS + 1) * (UNKNOWNS + 2)) / 2)
  const terms = new Float64Array(UNKNOWNS + 1)
  const stride = Math.max(width, height) > DENSE_SIDE ? 2 : 1
  for (let y = 1; y < height - 1; y += stride) {
    const v = (y + 0.5) / height - 0.5
    for (let x = 1, at = y * width + 1; x < width - 1; x += stride, at += stride) {
      const slopeX = ((seen[at + 1] ?? 0) - (seen[at - 1] ?? 0)) / 2
      const slopeY = ((seen[at + width] ?? 0) - (seen[at - width] ?? 0)) / 2
      const miss = (values[at] ?? 0) - (seen[at] ?? 0)
      if (Number.isNaN(slopeX + slopeY + miss)) continue
      const part = miss / ROBUST_SCALE
      const weight = 1 / (1 + part * part)
      const u = (x + 0.5 - width / 2) / height
      terms[0] = slopeX * u
      terms[1] = slopeX * v
      terms[2] = slopeY * u
      terms[3] = slopeY * v
      terms[4] = slopeX
      terms[5] = slopeY
      terms[6] = miss
      for (let i = 0, sum = 0; i <= UNKNOWNS; i++) {
        const own = (terms[i] ?? 0) * weight
        for (let j = i; j <= UNKNOWNS; j++, sum++) sums[sum] = (sums[sum] ?? 0) + own * (terms[j] ?? 0)
      }
    }
  }
  return sums
}

/** One step of least squares, robust against what differs: the change of the map's six numbers, or null where there is no hold. */
function stepOf(first: Plane, second: Plane, map: Affine): readonly number[] | null {
  const seen = warped(first, inPixels(map, second, first), second.width, second.height).values
  const sums = sumEquations(seen, second)
  const rows = Array.from({ length: UNKNOWNS }, () => new Float64Array(UNKNOWNS + 1))
  let sum = 0
  for (let i = 0; i < UNKNOWNS; i++) {
    for (let j = i; j <= UNKNOWNS; j++, sum++) {
      const [row, mirror] = [rows[i], rows[j]]
      if (row) row[j] = sums[sum] ?? 0
      if (mirror) mirror[i] = sums[sum] ?? 0
    }
  }
  return solve(rows)
}

/** Moves a map (second picture to first) to the best fit at one level of structure. */
export function refineAffine(first: Plane, second: Plane, start: Affine): Affine {
  let map = start
  for (let step = 0; step < STEPS; step++) {
    const change = stepOf(first, second, map)
    if (!change) return map
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = change.map((value) => value / second.height)
    // The slopes were taken along the second picture's axes, so the change comes before the map.
    const { a: p, b: q, c: r, d: s } = map
    map = {
      a: p + p * a + q * c,
      b: q + p * b + q * d,
      c: r + r * a + s * c,
      d: s + r * b + s * d,
      x0: map.x0 + p * x + q * y,
      y0: map.y0 + r * x + s * y,
    }
  }
  const swell = map.a * map.d - map.b * map.c
  return swell > 1 / MOST_SWELL && swell < MOST_SWELL ? map : start
}
