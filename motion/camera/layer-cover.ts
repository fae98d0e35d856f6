import type { Size, Plane } from '../pixels.ts'

/** Where a layer is visible, and what it hides. */
export interface LayerCover {
  /**
   * Sets each node's cell to 1 if the layer may be visible there, otherwise to 0. `hiddenCells` has a 1 for each cell that nearer layers
   * fill; cells that this layer fills are added. Positions are x, y pairs in source px.
   */
  mark(cells: Uint8Array, hiddenCells: Uint8Array, positions: Float64Array, columns: number, rows: number): void
}

/**
 * The layer's state (clear, mixed or opaque) is stored for a grid of points this many source px apart. Each cell of a frame gets the state of
 * the point nearest to the cell's middle.
 */
const GRID_STEP_PX = 8
/** The largest distance of a cell's corners from its middle, in px. A wider cell counts as visible and as not filled. */
const REACH_PX = 12

const CLEAR = 0
const MIXED = 1
const OPAQUE = 2

/** The cover of a layer by its opacity, including `spreadPx` source px around it. */
export function createLayerCover(alpha: Plane, source: Size, spreadPx: number): LayerCover {
  const [stateColumns, stateRows] = [Math.ceil(source.width / GRID_STEP_PX) + 1, Math.ceil(source.height / GRID_STEP_PX) + 1]
  const states = statesOf(alpha, source, REACH_PX + GRID_STEP_PX / 2 + 2 * spreadPx, stateColumns, stateRows)

  return {
    mark(cells, hiddenCells, positions, columns, rows) {
      cells.fill(0)
      for (let row = 0; row < rows - 1; row++) {
        for (let column = 0, node = row * columns; column < columns - 1; column++, node++) {
          if (hiddenCells[node] === 1) continue
          const [upper, lower] = [node * 2, (node + columns) * 2]
          const x = ((positions[upper] ?? 0) + (positions[lower + 2] ?? 0)) / 2
          const y = ((positions[upper + 1] ?? 0) + (positions[lower + 3] ?? 0)) / 2
          const isCompact =
            Math.abs((positions[upper] ?? 0) - x) <= REACH_PX &&
            Math.abs((positions[upper + 1] ?? 0) - y) <= REACH_PX &&
            Math.abs((positions[upper + 2] ?? 0) - x) <= REACH_PX &&
            Math.abs((positions[upper + 3] ?? 0) - y) <= REACH_PX &&
            Math.abs((positions[lower] ?? 0) - x) <= REACH_PX &&
            Math.abs((positions[lower + 1] ?? 0) - y) <= REACH_PX
          const at =
            Math.max(0, Math.min(stateRows - 1, Math.round(y / GRID_STEP_PX))) * stateColumns +
            Math.max(0, Math.min(stateColumns - 1, Math.round(x / GRID_STEP_PX)))
          const state = isCompact ? states[at] : MIXED
          if (state === CLEAR) continue
          cells[node] = 1
          if (state === OPAQUE) hiddenCells[node] = 1
        }
      }
    },
  }
}

/** Whether a layer is clear, opaque or neither within `reachPx` source px of each point of a coarse grid. */
function statesOf(alpha: Plane, source: Size, reachPx: number, columns: number, rows: number): Uint8Array {
  const { width, height } = alpha
  const stride = width + 1
  const visibleSums = sumsOf(alpha, (opacity) => opacity > 0)
  const opaqueSums = sumsOf(alpha, (opacity) => opacity === 1)
  const [scaleX, scaleY] = [width / source.width, height / source.height]
  const states = new Uint8Array(columns * rows)
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const [x, y] = [column * GRID_STEP_PX, row * GRID_STEP_PX]
      const fromX = Math.max(0, Math.min(width - 1, Math.floor((x - reachPx) * scaleX) - 1))
      const toX = Math.max(1, Math.min(width, Math.ceil((x + reachPx) * scaleX) + 2))
      const fromY = Math.max(0, Math.min(height - 1, Math.floor((y - reachPx) * scaleY) - 1))
      const toY = Math.max(1, Math.min(height, Math.ceil((y + reachPx) * scaleY) + 2))
      const count = (sums: Uint32Array) =>
        (sums[toY * stride + toX] ?? 0) -
        (sums[toY * stride + fromX] ?? 0) -
        (sums[fromY * stride + toX] ?? 0) +
        (sums[fromY * stride + fromX] ?? 0)
      states[at] = count(visibleSums) === 0 ? CLEAR : count(opaqueSums) === (toX - fromX) * (toY - fromY) ? OPAQUE : MIXED
    }
  }
  return states
}

/** The number of chosen pixels above and to the left of each corner. */
function sumsOf({ width, height, values }: Plane, isChosen: (opacity: number) => boolean): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let rowCount = 0
    for (let x = 0; x < width; x++) {
      if (isChosen(values[y * width + x] ?? 0)) rowCount++
      const at = (y + 1) * (width + 1) + x + 1
      sums[at] = (sums[at - width - 1] ?? 0) + rowCount
    }
  }
  return sums
}
