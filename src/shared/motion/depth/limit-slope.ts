import type { Plane } from '#shared/motion/plane.ts'

/** A step along a diagonal, measured in px. */
const DIAGONAL = Math.SQRT2

/**
 * Raises a depth map until it nowhere falls faster than `maxSlope` (per picture height). Near things keep their depth, so they
 * move as one piece, and the far ground beside them takes up the stretch.
 */
export function limitSlope(depth: Plane, maxSlope: number): Plane {
  const { width, height } = depth
  const values = Float32Array.from(depth.values)
  const drop = maxSlope / height
  const raise = (index: number, x: number, neighbourRow: number, side: 1 | -1) => {
    const at = (column: number) => (column < 0 || column >= width ? 0 : (values[neighbourRow + column] ?? 0))
    const own = values[index] ?? 0
    const beside = x - side < 0 || x - side >= width ? 0 : (values[index - side] ?? 0)
    values[index] = Math.max(own, beside - drop, at(x) - drop, at(x - 1) - drop * DIAGONAL, at(x + 1) - drop * DIAGONAL)
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) raise(y * width + x, x, (y === 0 ? y : y - 1) * width, 1)
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) raise(y * width + x, x, (y === height - 1 ? y : y + 1) * width, -1)
  }
  return { width, height, values }
}
