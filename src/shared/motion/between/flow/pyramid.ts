import type { Plane } from '#shared/motion/plane.ts'
import { boxBlur, makePlane, mapPlanes } from '#shared/motion/plane.ts'

const LEAST_SIDE = 20
/** The window, in pixels of its level, over which light is evened out. */
const CONTRAST_RADIUS = 5
/** Contrast below this is taken for noise. */
const CONTRAST_FLOOR = 0.02

/** Half the size, each pixel the mean of four. */
function halve({ width, height, values }: Plane): Plane {
  return makePlane(Math.floor(width / 2), Math.floor(height / 2), (x, y) => {
    const at = y * 2 * width + x * 2
    return ((values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + width] ?? 0) + (values[at + width + 1] ?? 0)) / 4
  })
}

/** What a place has over its surroundings, in units of their contrast: the same in light and shade. */
export function localContrast(luma: Plane): Plane {
  const mean = boxBlur(luma, CONTRAST_RADIUS)
  const over = mapPlanes(luma, mean, (a, b) => a - b)
  const variance = boxBlur(
    mapPlanes(over, over, (a, b) => a * b),
    CONTRAST_RADIUS,
  )
  return mapPlanes(over, variance, (a, b) => a / Math.sqrt(b + CONTRAST_FLOOR * CONTRAST_FLOOR))
}

/** A picture's structure at ever half the size, the finest first. */
export function pyramidOf(luma: Plane): readonly Plane[] {
  const levels: Plane[] = []
  for (let level = luma; Math.min(level.width, level.height) >= LEAST_SIDE; level = halve(level)) levels.push(localContrast(level))
  return levels
}
