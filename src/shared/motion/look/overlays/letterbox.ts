import { rgb } from '#shared/motion/look/brush.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'

/** The wide picture that is left between the bars, and the least part of the height that each bar takes. */
const WIDE_RATIO = 2.39
const LEAST_BAR = 0.085
const BLACK = rgb(0, 0, 0)

/** Black bars above and below; with strength they slide in, by parts of a pixel. */
export const makeLetterbox: OverlayMaker = ({ kernel, frame, pixelsAt }) => {
  const full = Math.max(LEAST_BAR * frame.height, (frame.height - frame.width / WIDE_RATIO) / 2)
  const bar = Math.min(full, 0.2 * frame.height)
  const rowBytes = frame.width * 4

  function blackenRows(row: number, count: number): void {
    kernel.words(pixelsAt + row * rowBytes, frame.width * count).fill(BLACK)
  }

  function shadeRow(row: number, part: number): void {
    const bytes = kernel.bytes(pixelsAt + row * rowBytes, rowBytes)
    for (let at = 0; at < rowBytes; at++) if ((at & 3) !== 3) bytes[at] = Math.round((bytes[at] ?? 0) * (1 - part))
  }

  return (_seconds, strength) => {
    const height = Math.min(1, strength) * bar
    const whole = Math.floor(height)
    blackenRows(0, whole)
    blackenRows(frame.height - whole, whole)
    shadeRow(whole, height - whole)
    shadeRow(frame.height - 1 - whole, height - whole)
  }
}
