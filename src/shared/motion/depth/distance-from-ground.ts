import type { Plane } from '#shared/motion/plane.ts'

/** What a step costs beside the change of light along it, so that height alone tells, too. */
const STEP_COST = 0.004
const SIDE_STEP_COST = 0.0015
/** Sweeps down and up; each carries a way around one more corner. */
const SWEEPS = 3

/**
 * How far each pixel lies from the lower edge of a luma plane, along the way of the least change of light, 0 at the edge: what
 * stands in front, a tree or a person, stays near up to its top, and what lies behind it does not.
 */
export function distanceFromGround(luma: Plane): Plane {
  const { width, height, values: light } = luma
  const values = new Float32Array(light.length).fill(Infinity)
  values.fill(0, (height - 1) * width)
  const pull = (index: number, from: number, cost: number) => {
    const way = (values[from] ?? Infinity) + Math.abs((light[index] ?? 0) - (light[from] ?? 0)) + cost
    if (way < (values[index] ?? 0)) values[index] = way
  }
  const sweepRow = (y: number, behind: number) => {
    const row = y * width
    for (let x = 0; x < width; x++) {
      pull(row + x, row + behind + x, STEP_COST)
      if (x > 0) pull(row + x, row + x - 1, SIDE_STEP_COST)
    }
    for (let x = width - 2; x >= 0; x--) pull(row + x, row + x + 1, SIDE_STEP_COST)
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let y = height - 2; y >= 0; y--) sweepRow(y, width)
    for (let y = 1; y < height - 1; y++) sweepRow(y, -width)
  }
  return { width, height, values }
}
