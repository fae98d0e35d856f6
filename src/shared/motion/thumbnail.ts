import type { Picture } from '#shared/motion/picture.ts'
import type { Plane } from '#shared/motion/plane.ts'
import { makePlane } from '#shared/motion/plane.ts'

/** A small colour copy of a picture, channels 0..1. */
export interface Thumbnail {
  readonly width: number
  readonly height: number
  readonly red: Plane
  readonly green: Plane
  readonly blue: Plane
  readonly luma: Plane
}

/** The picture with its longer side brought to `longSide` px, each pixel the mean of what it covers. */
export function makeThumbnail(picture: Picture, longSide: number): Thumbnail {
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const sums = new Float64Array(width * height * 3)
  const counts = new Uint32Array(width * height)
  for (let y = 0, from = 0; y < picture.height; y++) {
    const row = Math.floor((y * height) / picture.height) * width
    for (let x = 0; x < picture.width; x++, from += 4) {
      const index = row + Math.floor((x * width) / picture.width)
      sums[index * 3] = (sums[index * 3] ?? 0) + (picture.data[from] ?? 0)
      sums[index * 3 + 1] = (sums[index * 3 + 1] ?? 0) + (picture.data[from + 1] ?? 0)
      sums[index * 3 + 2] = (sums[index * 3 + 2] ?? 0) + (picture.data[from + 2] ?? 0)
      counts[index] = (counts[index] ?? 0) + 1
    }
  }
  const channel = (offset: number) => makePlane(width, height, (_x, _y, i) => (sums[i * 3 + offset] ?? 0) / (counts[i] ?? 1) / 255)
  const [red, green, blue] = [channel(0), channel(1), channel(2)]
  const at = (plane: Plane, index: number) => plane.values[index] ?? 0
  const luma = makePlane(width, height, (_x, _y, i) => 0.2126 * at(red, i) + 0.7152 * at(green, i) + 0.0722 * at(blue, i))
  return { width, height, red, green, blue, luma }
}
