import { gridSize } from '../camera/fill-grid.ts'
import { type Kernel, GRID_CELL, ROW_BYTES, SOFT_HALVES } from '../kernel/create-kernel.ts'
import type { Picture, Size } from '../pixels.ts'

/** The buffers of a frame between two pictures: the sample positions of each node of the frame's grid, row by row. */
export interface Stage {
  readonly frame: Size
  readonly columns: number
  readonly rows: number
  /** The position of a node in the frame, in px. The last nodes are at the last pixel. */
  readonly nodeX: Float64Array
  readonly nodeY: Float64Array
  /** The positions that a node samples in each picture: pairs of x, y in frame px. Outside, the nearest edge pixel is used. */
  readonly first: Float64Array
  readonly second: Float64Array
  /** The second picture's share at each node: 0 shows only the first picture, 1 only the second. */
  readonly weight: Float64Array
  show(): void
  /** How brightly `shine` lights each node, 0..1. */
  readonly light: Float64Array
  /** Adds light of a colour (1 = white) to the rendered frame. */
  shine(colour: readonly [number, number, number]): void
  /**
   * Radial blur of the rendered frame around a point (frame px). Each pixel becomes the mean of the pixels from itself up to `reach`
   * (0..0.5) of its way to the point.
   */
  smear(x: number, y: number, reach: number): void
}

const FULL = 32_767
const HALF = 16_384
const CELL_BITS = 3
/** The fixed-point values of a gain of 1 and of white light, in the pass for soft light. */
const GAIN_ONE = 16_384
const LIGHT_ONE = 32_640
/** The number of blur rounds. Each round doubles the positions that a pixel averages: 2, 4, 8, 16. */
const SMEAR_ROUNDS = 4

/** The stage of two pictures of one size. It allocates memory in the kernel. */
export function createStage(kernel: Kernel, sources: readonly [Picture, Picture], frame: Size, output: number): Stage {
  const { columns, rows } = gridSize(frame)
  const count = columns * rows
  const size = { width: sources[0].width, height: sources[0].height }
  // Samples on the last row read one more row, with weight 0.
  const room = (size.height + 1) * size.width * 4
  const [firstAt, secondAt] = sources.map(({ data }) => {
    const at = kernel.allocate(room)
    kernel.bytes(at, data.length).set(data)
    return at
  }) as [number, number]
  const layerAt = kernel.allocate((frame.height + 1) * frame.width * 4)
  const gridAt = kernel.allocate(count * 8)
  const weightsAt = kernel.allocate(count * 2)
  const softAt = kernel.allocate(count * SOFT_HALVES * 2)
  const rowAt = kernel.allocate(Math.ceil(frame.width / GRID_CELL) * GRID_CELL * ROW_BYTES)
  const nodes = (number: number, side: number) => Float64Array.from({ length: number }, (_, node) => Math.min(node * GRID_CELL, side - 1))
  const stage = {
    frame,
    columns,
    rows,
    nodeX: nodes(columns, frame.width),
    nodeY: nodes(rows, frame.height),
    first: new Float64Array(count * 2),
    second: new Float64Array(count * 2),
    weight: new Float64Array(count),
    light: new Float64Array(count),
  }

  function warp(source: number, sourceSize: Size, positions: Float64Array, target: number): void {
    writeGrid(kernel.words(gridAt, count * 2), positions, frame, sourceSize)
    kernel.warp(source, sourceSize.width, gridAt, columns, target, frame.width, frame.height)
  }

  function mixIn(layer: number): void {
    kernel.mix(output, layer, weightsAt, columns, output, frame.width, frame.height)
  }

  return {
    ...stage,
    show() {
      const weights = kernel.halves(weightsAt, count)
      let [least, most] = [FULL, 0]
      for (let i = 0; i < count; i++) {
        const weight = Math.round(Math.max(0, Math.min(1, stage.weight[i] ?? 0)) * FULL)
        weights[i] = weight
        least = Math.min(least, weight)
        most = Math.max(most, weight)
      }
      if (least < FULL) warp(firstAt, size, stage.first, output)
      if (most > 0) warp(secondAt, size, stage.second, least < FULL ? layerAt : output)
      if (least < FULL && most > 0) mixIn(layerAt)
    },
    shine(colour) {
      const soft = kernel.halves(softAt, count * SOFT_HALVES)
      for (let node = 0; node < count; node++) {
        for (const [channel, part] of colour.entries()) {
          const light = Math.max(0, Math.min(1, (stage.light[node] ?? 0) * part))
          soft[node * SOFT_HALVES + channel] = Math.round((1 - light) * GAIN_ONE)
          soft[node * SOFT_HALVES + 4 + channel] = Math.round(light * LIGHT_ONE)
        }
      }
      kernel.finish(output, frame.width, frame.height, rowAt, 0, softAt, columns, CELL_BITS, 0, 0, 0, 0)
    },
    smear(x, y, reach) {
      const positions = stage.first
      for (let round = 0, part = reach / (1 << SMEAR_ROUNDS); round < SMEAR_ROUNDS; round++, part *= 2) {
        for (let row = 0, at = 0; row < rows; row++) {
          for (let column = 0; column < columns; column++, at += 2) {
            positions[at] = x + ((stage.nodeX[column] ?? 0) - x) * (1 - part)
            positions[at + 1] = y + ((stage.nodeY[row] ?? 0) - y) * (1 - part)
          }
        }
        kernel.halves(weightsAt, count).fill(HALF)
        warp(output, frame, positions, layerAt)
        mixIn(layerAt)
      }
    },
  }
}

const FIXED_ONE = 65_536

/**
 * The value of a node beyond the frame's edge. The last pixel is `tail` px after the node with the value `before`; interpolation gives it
 * the value `last`.
 */
function beyond(before: number, last: number, tail: number): number {
  return before + Math.trunc(((last - before) * GRID_CELL) / tail)
}

/**
 * Writes positions (x, y in frame px per node, the last ones at the frame's last pixels) as a warp grid of 16.16 source pixels. Positions
 * are clamped to the picture and interpolated between nodes.
 */
export function writeGrid(grid: Int32Array, positions: Float64Array, frame: Size, source: Size): void {
  const { columns, rows } = gridSize(frame)
  const scaleX = source.width / frame.width
  const scaleY = source.height / frame.height
  const fixed = (position: number, scale: number, side: number) =>
    Math.round(Math.max(0, Math.min(side - 1, (position + 0.5) * scale - 0.5)) * FIXED_ONE)
  const tailX = (frame.width - 1) % GRID_CELL || GRID_CELL
  const tailY = (frame.height - 1) % GRID_CELL || GRID_CELL
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 2) {
      grid[at] = fixed(positions[at] ?? 0, scaleX, source.width)
      grid[at + 1] = fixed(positions[at + 1] ?? 0, scaleY, source.height)
    }
    for (const end of [at - 2, at - 1]) grid[end] = beyond(grid[end - 2] ?? 0, grid[end] ?? 0, tailX)
  }
  for (let end = (rows - 1) * columns * 2; end < rows * columns * 2; end++) {
    grid[end] = beyond(grid[end - columns * 2] ?? 0, grid[end] ?? 0, tailY)
  }
}
