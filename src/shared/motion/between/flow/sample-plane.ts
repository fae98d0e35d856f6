import type { Affine } from '#shared/motion/between/flow/affine.ts'
import type { Plane } from '#shared/motion/plane.ts'

/** The value between four pixels; a place outside takes the nearest inside. */
export function sampleAt({ width, height, values }: Plane, placeX: number, placeY: number): number {
  const x = placeX < 0 ? 0 : placeX > width - 1 ? width - 1 : placeX
  const y = placeY < 0 ? 0 : placeY > height - 1 ? height - 1 : placeY
  const left = Math.min(width - 2, Math.floor(x))
  const upper = Math.min(height - 2, Math.floor(y))
  const at = upper * width + left
  const part = x - left
  const top = (values[at] ?? 0) * (1 - part) + (values[at + 1] ?? 0) * part
  const bottom = (values[at + width] ?? 0) * (1 - part) + (values[at + width + 1] ?? 0) * part
  return top + (bottom - top) * (y - upper)
}

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
