import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'

/** The wide picture that is left between the bars, and the least part of the height that each bar takes. */
const WIDE_RATIO = 2.39
const LEAST_BAR = 0.085
const WHOLE_PIXEL = 4

/** Black bars above and below; with strength they slide in, by parts of a pixel. */
export const makeLetterbox: OverlayMaker = ({ kernel, frame, pixelsAt }) => {
  const full = Math.max(LEAST_BAR * frame.height, (frame.height - frame.width / WIDE_RATIO) / 2)
  const bar = Math.min(full, 0.2 * frame.height)
  const rowBytes = frame.width * WHOLE_PIXEL

  function blacken(row: number, part: number): void {
    const bytes = kernel.bytes(pixelsAt + row * rowBytes, rowBytes)
    for (let at = 0; at < rowBytes; at++) if (at % WHOLE_PIXEL !== 3) bytes[at] = Math.round((bytes[at] ?? 0) * (1 - part))
  }

  return (_seconds, strength) => {
    const height = Math.min(1, strength) * bar
    const whole = Math.floor(height)
    for (let row = 0; row < whole; row++) {
      blacken(row, 1)
      blacken(frame.height - 1 - row, 1)
    }
    blacken(whole, height - whole)
    blacken(frame.height - 1 - whole, height - whole)
  }
}
