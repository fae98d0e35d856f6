import type { LumaGrid, PictureFacts } from './picture-facts.ts'

/** Detail around the found middle, within this part of the sides, belongs to the subject. */
const NEAR = 0.25
/** Fine grain everywhere is no subject. */
const GRAIN = 0.04

/** The middle of all detail and how much of it lies around there; the middle of the picture where there is none. */
export function findSubject({ width, height, luma }: LumaGrid): PictureFacts['subject'] {
  const points = []
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const here = luma[y * width + x] ?? 0
      const across = Math.abs(here - (luma[y * width + x - 1] ?? 0))
      const down = Math.abs(here - (luma[(y - 1) * width + x] ?? 0))
      const weight = Math.max(0, across + down - GRAIN)
      if (weight > 0) points.push({ x: x / width - 0.5, y: y / height - 0.5, weight })
    }
  }
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return { x: 0, y: 0, weight: 0 }
  const x = points.reduce((sum, point) => sum + point.x * point.weight, 0) / total
  const y = points.reduce((sum, point) => sum + point.y * point.weight, 0) / total
  const near = points.filter((point) => Math.abs(point.x - x) < NEAR && Math.abs(point.y - y) < NEAR)
  return { x, y, weight: near.reduce((sum, { weight }) => sum + weight, 0) / total }
}
