import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { wave } from '#shared/motion/curves.ts'

const PART = 1.05
/** Brightness (0..1) from which on a place glows. */
const THRESHOLD = 0.32
/** Radius of each of the blur's two passes, in units. */
const REACH = 42

/** A running mean along one line of a three-channel plane, `step` values apart; beyond its ends the last value holds. */
function blurLine(from: Float32Array, to: Float32Array, at: number, step: number, length: number, radius: number): void {
  const scale = 1 / (2 * radius + 1)
  const last = at + (length - 1) * step
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += from[Math.min(last, Math.max(at, at + i * step))] ?? 0
  for (let i = 0, place = at; i < length; i++, place += step) {
    to[place] = sum * scale
    sum += (from[Math.min(last, place + (radius + 1) * step)] ?? 0) - (from[Math.max(at, place - radius * step)] ?? 0)
  }
}

function blur(plane: Float32Array, spare: Float32Array, columns: number, rows: number, radius: number): void {
  for (let line = 0; line < rows * 3; line++) {
    blurLine(plane, spare, Math.floor(line / 3) * columns * 3 + (line % 3), 3, columns, radius)
  }
  for (let line = 0; line < columns * 3; line++) blurLine(spare, plane, line, columns * 3, rows, radius)
}

/** The picture's own bright places bloom, a little more and less as it breathes. */
export const makeGlow: OverlayMaker = ({ kernel, frame, pixelsAt, unit, needSoft }) => {
  const soft = needSoft()
  const columns = frame.width >> soft.cellBits
  const rows = frame.height >> soft.cellBits
  const smallAt = kernel.take(columns * rows * 4)
  const bright = new Float32Array(columns * rows * 3)
  const spare = new Float32Array(columns * rows * 3)
  const radius = Math.max(1, Math.round((REACH * unit) / (1 << soft.cellBits)))

  function readBright(): void {
    kernel.shrink(pixelsAt, frame.width, frame.height, soft.cellBits, smallAt)
    const small = kernel.bytes(smallAt, columns * rows * 4)
    for (let from = 0, to = 0; to < bright.length; from += 4, to += 3) {
      const [red, green, blue] = [small[from] ?? 0, small[from + 1] ?? 0, small[from + 2] ?? 0]
      const luma = (0.3 * red + 0.59 * green + 0.11 * blue) / 255
      const part = Math.max(0, luma - THRESHOLD) / (1 - THRESHOLD) / 255
      bright[to] = red * part
      bright[to + 1] = green * part
      bright[to + 2] = blue * part
    }
  }

  return (seconds, strength) => {
    readBright()
    blur(bright, spare, columns, rows, radius)
    blur(bright, spare, columns, rows, radius)
    const part = Math.min(1.3, strength) * PART * (1 + 0.08 * wave(seconds / 3.7))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const fromRow = Math.min(rows - 1, row) * columns
      for (let column = 0; column < soft.columns; column++, node++) {
        const at = (fromRow + Math.min(columns - 1, column)) * 3
        soft.shine(node, (bright[at] ?? 0) * part, (bright[at + 1] ?? 0) * part, (bright[at + 2] ?? 0) * part)
      }
    }
  }
}
