import type { Size } from '../picture.ts'
import type { Plane } from '../plane.ts'

/** Tells where a layer can be seen, and what it hides. */
export interface LayerCover {
  /** Whether any of the layer may be in a box of source px. */
  isIn(left: number, top: number, right: number, bottom: number): boolean
  /**
   * Sets the byte of each node's cell to 1 where the layer may be seen, else to 0. `hidden` has a 1 for each cell that nearer layers fill;
   * those which this one fills are added. `places` are x, y pairs in source px.
   */
  mark(cells: Uint8Array, hidden: Uint8Array, places: Float64Array, columns: number, rows: number): void
}

/** Room around a box, in px of the alpha map: its values reach as far as the next pixel. */
const REACH_PX = 2

/** The cover of a layer by its opacity; `spreadPx` source px around it count, too. */
export function createLayerCover(alpha: Plane, source: Size, spreadPx: number): LayerCover {
  const { width, height } = alpha
  const stride = width + 1
  const seen = sumsOf(alpha, (opacity) => opacity > 0)
  const clear = sumsOf(alpha, (opacity) => opacity < 1)
  const [scaleX, scaleY] = [width / source.width, height / source.height]
  const reach = REACH_PX + Math.ceil(2 * spreadPx * scaleX)

  function count(sums: Uint32Array, left: number, top: number, right: number, bottom: number): number {
    const fromX = Math.max(0, Math.min(width, Math.floor(left * scaleX) - reach))
    const toX = Math.max(0, Math.min(width, Math.ceil(right * scaleX) + reach + 1))
    const fromY = Math.max(0, Math.min(height, Math.floor(top * scaleY) - reach)) * stride
    const toY = Math.max(0, Math.min(height, Math.ceil(bottom * scaleY) + reach + 1)) * stride
    return (sums[toY + toX] ?? 0) - (sums[toY + fromX] ?? 0) - (sums[fromY + toX] ?? 0) + (sums[fromY + fromX] ?? 0)
  }

  return {
    isIn: (left, top, right, bottom) => count(seen, left, top, right, bottom) > 0,
    mark(cells, hidden, places, columns, rows) {
      cells.fill(0)
      for (let row = 0; row < rows - 1; row++) {
        for (let column = 0; column < columns - 1; column++) {
          const node = row * columns + column
          if (hidden[node] === 1) continue
          const [a, b, c, d] = [node * 2, node * 2 + 2, (node + columns) * 2, (node + columns) * 2 + 2]
          const left = Math.min(places[a] ?? 0, places[b] ?? 0, places[c] ?? 0, places[d] ?? 0)
          const right = Math.max(places[a] ?? 0, places[b] ?? 0, places[c] ?? 0, places[d] ?? 0)
          const top = Math.min(places[a + 1] ?? 0, places[b + 1] ?? 0, places[c + 1] ?? 0, places[d + 1] ?? 0)
          const bottom = Math.max(places[a + 1] ?? 0, places[b + 1] ?? 0, places[c + 1] ?? 0, places[d + 1] ?? 0)
          if (count(seen, left, top, right, bottom) === 0) continue
          cells[node] = 1
          if (count(clear, left, top, right, bottom) === 0) hidden[node] = 1
        }
      }
    },
  }
}

/** How many chosen pixels stand above and to the left of each corner. */
function sumsOf({ width, height, values }: Plane, isChosen: (opacity: number) => boolean): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      if (isChosen(values[y * width + x] ?? 0)) row++
      const at = (y + 1) * (width + 1) + x + 1
      sums[at] = (sums[at - width - 1] ?? 0) + row
    }
  }
  return sums
}
