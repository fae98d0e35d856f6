import { type PictureWindow, WHOLE_PICTURE } from '../controls/output-window.ts'
import type { DepthMap, Size } from '../picture.ts'
import { type Plane, makePlane, sampleAt } from '../plane.ts'

/** The longer side of a fitted map, in px: a model sees about as much. */
const LONG_SIDE = 512
const NEAREST = 255

/** The depth, 0 far to 1 near, of the shown part of a picture which is rendered at `source` px; no larger than that. */
export function fitDepth(map: DepthMap, source: Size, { x, y, width, height }: PictureWindow = WHOLE_PICTURE): Plane {
  const whole: Plane = { width: map.width, height: map.height, values: Float32Array.from(map.values) }
  const scale = Math.min(1, LONG_SIDE / Math.max(source.width, source.height))
  const columns = Math.max(2, Math.round(source.width * scale))
  const rows = Math.max(2, Math.round(source.height * scale))
  return makePlane(columns, rows, (column, row) => {
    const across = x + ((column + 0.5) / columns) * width
    const down = y + ((row + 0.5) / rows) * height
    return sampleAt(whole, across * map.width - 0.5, down * map.height - 0.5) / NEAREST
  })
}
