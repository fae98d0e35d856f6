import type { Size } from '../picture.ts'
import type { Plane } from '../plane.ts'

/** Tells which cells of a frame's grid a layer can be seen in. */
export interface LayerCover {
  /** Sets the byte of each node's cell to 1 where any of the layer may be, else to 0. `places` are x, y pairs in source px. */
  mark(cells: Uint8Array, places: Float64Array, columns: number, rows: number): void
}

/** Room around a cell, in px of the alpha map: its values reach as far as the next pixel. */
const REACH_PX = 2

/** The cover of a layer by its opacity; `spreadPx` source px around it count, too. */
export function createLayerCover(alpha: Plane, source: Size, spreadPx: number): LayerCover {
  const { width, height } = alpha
  const sums = sumsOf(alpha)
  const [scaleX, scaleY] = [width / source.width, height / source.height]
  const reach = REACH_PX + Math.ceil(2 * spreadPx * scaleX)
  const inside = (place: number, side: number) => Math.max(0, Math.min(side, place))

  return {
    mark(cells, places, columns, rows) {
      cells.fill(0)
      for (let row = 0; row < rows - 1; row++) {
        for (let column = 0; column < columns - 1; column++) {
          const node = row * columns + column
          let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
          for (const corner of [node, node + 1, node + columns, node + columns + 1]) {
            const x = (places[corner * 2] ?? 0) * scaleX
            const y = (places[corner * 2 + 1] ?? 0) * scaleY
            if (x < left) left = x
            if (x > right) right = x
            if (y < top) top = y
            if (y > bottom) bottom = y
          }
          const fromX = inside(Math.floor(left) - reach, width)
          const toX = inside(Math.ceil(right) + reach + 1, width)
          const fromY = inside(Math.floor(top) - reach, height) * (width + 1)
          const toY = inside(Math.ceil(bottom) + reach + 1, height) * (width + 1)
          const count = (sums[toY + toX] ?? 0) - (sums[toY + fromX] ?? 0) - (sums[fromY + toX] ?? 0) + (sums[fromY + fromX] ?? 0)
          cells[node] = count > 0 ? 1 : 0
        }
      }
    },
  }
}

/** How many pixels that are not clear stand above and to the left of each corner. */
function sumsOf({ width, height, values }: Plane): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      if ((values[y * width + x] ?? 0) > 0) row++
      const at = (y + 1) * (width + 1) + x + 1
      sums[at] = (sums[at - width - 1] ?? 0) + row
    }
  }
  return sums
}
