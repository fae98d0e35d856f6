import type { Picture } from '#shared/motion/picture.ts'
import type { Plane } from '#shared/motion/plane.ts'
import { makePlane } from '#shared/motion/plane.ts'

/** Every second pixel of every second row is enough for a mean over many. */
const STRIDE = 2

/** The luma (0..1) of a picture with its longer side brought to `longSide` px, each pixel the mean of what it covers. */
export function lumaThumbnail(picture: Picture, longSide: number): Plane {
  const scale = Math.min(1 / STRIDE, longSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const sums = new Uint32Array(width * height * 4)
  const { data } = picture
  for (let y = 0; y < picture.height; y += STRIDE) {
    const row = Math.floor((y * height) / picture.height) * width
    for (let x = 0; x < picture.width; x += STRIDE) {
      const from = (y * picture.width + x) * 4
      const to = (row + Math.floor((x * width) / picture.width)) * 4
      sums[to] = (sums[to] ?? 0) + (data[from] ?? 0)
      sums[to + 1] = (sums[to + 1] ?? 0) + (data[from + 1] ?? 0)
      sums[to + 2] = (sums[to + 2] ?? 0) + (data[from + 2] ?? 0)
      sums[to + 3] = (sums[to + 3] ?? 0) + 255
    }
  }
  const mean = (index: number, channel: number) => (sums[index * 4 + channel] ?? 0) / (sums[index * 4 + 3] ?? 1)
  return makePlane(width, height, (_x, _y, i) => 0.2126 * mean(i, 0) + 0.7152 * mean(i, 1) + 0.0722 * mean(i, 2))
}
