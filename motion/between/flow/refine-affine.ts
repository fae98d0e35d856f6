import { type Plane, sampleAt } from '#motion/pixels.ts'
import { type Affine, inPixels } from './affine.ts'

const MIN_PIVOT = 1e-9

const STEPS = 5
/**
 * Larger differences between the pictures (in units of local contrast) have little weight: they are different contents, not a wrong
 * position.
 */
const ROBUST_SCALE = 0.5
const UNKNOWN_COUNT = 6
/** A map that changes areas by more than this factor is implausible. */
const MAX_AREA_FACTOR = 6

/** In pictures with a longer side above this, in px, only every second pixel of every second row is used. */
const DENSE_SIDE = 200

/** The upper triangle of the normal equations with their right side, row by row, summed over the pixels. */
function sumEquations(warpedFirst: Float32Array, second: Plane): Float64Array {
  const { width, height, values } = second
  const sums = new Float64Array(((UNKNOWN_COUNT + 1) * (UNKNOWN_COUNT + 2)) / 2)
  const terms = new Float64Array(UNKNOWN_COUNT + 1)
  const stride = Math.max(width, height) > DENSE_SIDE ? 2 : 1
  for (let y = 1; y < height - 1; y += stride) {
    const v = (y + 0.5) / height - 0.5
    for (let x = 1, at = y * width + 1; x < width - 1; x += stride, at += stride) {
      const slopeX = ((warpedFirst[at + 1] ?? 0) - (warpedFirst[at - 1] ?? 0)) / 2
      const slopeY = ((warpedFirst[at + width] ?? 0) - (warpedFirst[at - width] ?? 0)) / 2
      const difference = (values[at] ?? 0) - (warpedFirst[at] ?? 0)
      if (Number.isNaN(slopeX + slopeY + difference)) continue
      const part = difference / ROBUST_SCALE
      const weight = 1 / (1 + part * part)
      const u = (x + 0.5 - width / 2) / height
      terms[0] = slopeX * u
      terms[1] = slopeX * v
      terms[2] = slopeY * u
      terms[3] = slopeY * v
      terms[4] = slopeX
      terms[5] = slopeY
      terms[6] = difference
      for (let i = 0, sumIndex = 0; i <= UNKNOWN_COUNT; i++) {
        const weightedTerm = (terms[i] ?? 0) * weight
        for (let j = i; j <= UNKNOWN_COUNT; j++, sumIndex++) sums[sumIndex] = (sums[sumIndex] ?? 0) + weightedTerm * (terms[j] ?? 0)
      }
    }
  }
  return sums
}

/** One step of robust least squares: the change of the map's six parameters; null if the equations do not determine it. */
function solveStep(first: Plane, second: Plane, map: Affine): readonly number[] | null {
  const warpedFirst = warpPlane(first, inPixels(map, second, first), second.width, second.height).values
  const sums = sumEquations(warpedFirst, second)
  const rows = Array.from({ length: UNKNOWN_COUNT }, () => new Float64Array(UNKNOWN_COUNT + 1))
  let sumIndex = 0
  for (let i = 0; i < UNKNOWN_COUNT; i++) {
    for (let j = i; j <= UNKNOWN_COUNT; j++, sumIndex++) {
      const [row, mirror] = [rows[i], rows[j]]
      if (row) row[j] = sums[sumIndex] ?? 0
      if (mirror) mirror[i] = sums[sumIndex] ?? 0
    }
  }
  return solve(rows)
}

/** Refines a map (second picture to first) at one pyramid level. */
export function refineAffine(first: Plane, second: Plane, start: Affine): Affine {
  let map = start
  for (let step = 0; step < STEPS; step++) {
    const change = solveStep(first, second, map)
    if (!change) return map
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = change.map((value) => value / second.height)
    // The gradients are along the second picture's axes, so the change is applied before the map.
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
  const areaFactor = map.a * map.d - map.b * map.c
  return areaFactor > 1 / MAX_AREA_FACTOR && areaFactor < MAX_AREA_FACTOR ? map : start
}

/** Solves a linear system (each row: coefficients, then the right side) and overwrites it; null if it is singular. */
function solve(rows: readonly Float64Array[]): readonly number[] | null {
  const pivotRows = [...rows]
  const count = pivotRows.length
  for (let column = 0; column < count; column++) {
    let pivot = column
    for (let row = column + 1; row < count; row++) {
      if (Math.abs(pivotRows[row]?.[column] ?? 0) > Math.abs(pivotRows[pivot]?.[column] ?? 0)) pivot = row
    }
    const [top, other] = [pivotRows[pivot], pivotRows[column]]
    if (!top || !other || Math.abs(top[column] ?? 0) < MIN_PIVOT) return null
    pivotRows[pivot] = other
    pivotRows[column] = top
    for (const row of pivotRows) {
      if (row === top) continue
      const factor = (row[column] ?? 0) / (top[column] ?? 1)
      for (let i = column; i <= count; i++) row[i] = (row[i] ?? 0) - factor * (top[i] ?? 0)
    }
  }
  return pivotRows.map((row, index) => (row[count] ?? 0) / (row[index] ?? 1))
}

/** The plane warped by a map in pixels; NaN where the map leads outside the plane. */
function warpPlane(plane: Plane, { a, b, c, d, x0, y0 }: Affine, width: number, height: number): Plane {
  const values = new Float32Array(width * height)
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      const px = a * x + b * y + x0
      const py = c * x + d * y + y0
      const isInside = px >= 0 && py >= 0 && px <= plane.width - 1 && py <= plane.height - 1
      values[index] = isInside ? sampleAt(plane, px, py) : Number.NaN
    }
  }
  return { width, height, values }
}
