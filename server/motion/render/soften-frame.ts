import type { Size } from '#shared/motion/picture.ts'

/** A frame as I420 whose planes are averaged over cells of so many pixels a side; 1 changes nothing. */
export function softenFrame(i420: Uint8Array, { width, height }: Size, cell: number): Uint8Array {
  if (cell === 1) return i420
  const soft = new Uint8Array(i420.length)
  const [light, colour] = [width * height, (width * height) / 4]
  soften(i420.subarray(0, light), soft, width, cell)
  soften(i420.subarray(light, light + colour), soft.subarray(light), width / 2, cell)
  soften(i420.subarray(light + colour), soft.subarray(light + colour), width / 2, cell)
  return soft
}

function soften(plane: Uint8Array, soft: Uint8Array, width: number, cell: number): void {
  const height = plane.length / width
  for (let top = 0; top < height; top += cell) {
    for (let left = 0; left < width; left += cell) {
      const [bottom, right] = [Math.min(height, top + cell), Math.min(width, left + cell)]
      let sum = 0
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += plane[y * width + x] ?? 0
      const mean = sum / ((bottom - top) * (right - left))
      for (let y = top; y < bottom; y++) soft.fill(mean, y * width + left, y * width + right)
    }
  }
}
