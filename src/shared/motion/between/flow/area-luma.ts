import type { Picture } from '#shared/motion/picture.ts'
import type { Plane } from '#shared/motion/plane.ts'

/** The luma (0..1) of a picture scaled to a size not above its own, each pixel the exact mean of the area that it covers. */
export function areaLuma(picture: Picture, width: number, height: number): Plane {
  const values = new Float32Array(width * height)
  const row = new Float64Array(width)
  const perY = picture.height / height
  for (let y = 0; y < picture.height; y++) {
    meanRow(picture, y, row)
    const first = Math.min(height - 1, Math.floor(y / perY))
    const within = Math.min(1, (first + 1) * perY - y)
    add(values, first * width, row, within / perY)
    if (within < 1 && first + 1 < height) add(values, (first + 1) * width, row, (1 - within) / perY)
  }
  return { width, height, values }
}

function add(values: Float32Array, start: number, row: Float64Array, weight: number): void {
  for (let x = 0; x < row.length; x++) values[start + x] = (values[start + x] ?? 0) + (row[x] ?? 0) * weight
}

function meanRow({ data, width }: Picture, y: number, row: Float64Array): void {
  row.fill(0)
  const perX = width / row.length
  for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
    const luma = (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)) / (255 * perX)
    const first = Math.min(row.length - 1, Math.floor(x / perX))
    const within = Math.min(1, (first + 1) * perX - x)
    row[first] = (row[first] ?? 0) + luma * within
    if (within < 1 && first + 1 < row.length) row[first + 1] = (row[first + 1] ?? 0) + luma * (1 - within)
  }
}
