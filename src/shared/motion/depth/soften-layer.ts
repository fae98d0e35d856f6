import type { Picture, Size } from '../picture.ts'
import { boxBlur, makePlane } from '../plane.ts'

/**
 * Premultiplied RGBA blurred by about `radiusPx` at half its resolution: pixel i is what surrounds the layer's pixel 2 * i. It has one pixel
 * more at its right and lower side, so that the last places can be interpolated.
 */
export function softenLayer(pixels: Uint8Array, { width, height }: Size, radiusPx: number): Picture {
  const [columns, rows] = [Math.floor((width - 1) / 2) + 2, Math.floor((height - 1) / 2) + 2]
  const data = new Uint8Array(columns * rows * 4)
  const radius = Math.max(1, Math.round(radiusPx / 2))
  const at = (x: number, y: number, channel: number) =>
    pixels[(Math.min(height - 1, y) * width + Math.min(width - 1, x)) * 4 + channel] ?? 0
  for (let channel = 0; channel < 4; channel++) {
    const halved = makePlane(columns, rows, (x, y) => {
      const [left, top] = [x * 2, y * 2]
      return (at(left, top, channel) + at(left + 1, top, channel) + at(left, top + 1, channel) + at(left + 1, top + 1, channel)) / 4
    })
    const soft = boxBlur(boxBlur(halved, radius), radius)
    for (let i = 0; i < soft.values.length; i++) data[i * 4 + channel] = (soft.values[i] ?? 0) + 0.5
  }
  return { width: columns, height: rows, data }
}
