import type { PictureWindow } from '../controls/output-window.ts'
import type { Size } from '../picture.ts'
import { type Plane, makePlane, normalise, sampleAt } from '../plane.ts'

/** The longer side of a measured depth map beside a picture, in px: a model sees about as much. */
const LONG_SIDE = 640

/**
 * The depth (0 far, 1 near) of the shown part of a picture that is rendered at `source` px, from a map of the whole picture in any unit in
 * which near is large.
 */
export function fitDepth(map: Plane, source: Size, window: PictureWindow = { x: 0, y: 0, width: 1, height: 1 }): Plane {
  const whole = normalise(map)
  const scale = Math.min(1, LONG_SIDE / Math.max(source.width, source.height))
  const width = Math.max(2, Math.round(source.width * scale))
  const height = Math.max(2, Math.round(source.height * scale))
  return makePlane(width, height, (x, y) => {
    const across = window.x + ((x + 0.5) / width) * window.width
    const down = window.y + ((y + 0.5) / height) * window.height
    return sampleAt(whole, across * whole.width - 0.5, down * whole.height - 0.5)
  })
}
