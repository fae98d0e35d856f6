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
