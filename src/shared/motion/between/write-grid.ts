import { gridSize } from '#shared/motion/camera/fill-grid.ts'
import { GRID_CELL } from '#shared/motion/kernel/create-kernel.ts'
import type { Size } from '#shared/motion/picture.ts'

const FIXED_ONE = 65_536

/** What the node behind the last pixel must hold so that this pixel, `tail` px behind the node before, looks where it should. */
function beyond(before: number, last: number, tail: number): number {
  return before + Math.trunc(((last - before) * GRID_CELL) / tail)
}

/**
 * Writes places (x, y in frame px for each node, the last ones standing on the frame's last pixels) as a warp's grid of 16.16 source
 * pixels. A place outside takes the nearest inside, and what lies between two nodes lies between their places.
 */
export function writeGrid(grid: Int32Array, places: Float64Array, frame: Size, source: Size): void {
  const { columns, rows } = gridSize(frame)
  const scaleX = source.width / frame.width
  const scaleY = source.height / frame.height
  const fixed = (place: number, scale: number, side: number) =>
    Math.round(Math.max(0, Math.min(side - 1, (place + 0.5) * scale - 0.5)) * FIXED_ONE)
  const tailX = (frame.width - 1) % GRID_CELL || GRID_CELL
  const tailY = (frame.height - 1) % GRID_CELL || GRID_CELL
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 2) {
      grid[at] = fixed(places[at] ?? 0, scaleX, source.width)
      grid[at + 1] = fixed(places[at + 1] ?? 0, scaleY, source.height)
    }
    for (const end of [at - 2, at - 1]) grid[end] = beyond(grid[end - 2] ?? 0, grid[end] ?? 0, tailX)
  }
  for (let end = (rows - 1) * columns * 2; end < rows * columns * 2; end++) {
    grid[end] = beyond(grid[end - columns * 2] ?? 0, grid[end] ?? 0, tailY)
  }
}
