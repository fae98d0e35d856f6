import type { Affine } from '#shared/motion/between/flow/affine.ts'
import type { Plane } from '#shared/motion/plane.ts'
import { sampleAt } from '#shared/motion/sample-at.ts'

/** The plane as a map in pixels shows it; what it looks for outside stands as not a number. */
export function warped(plane: Plane, { a, b, c, d, x0, y0 }: Affine, width: number, height: number): Plane {
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
