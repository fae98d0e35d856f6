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
  readonly firstPositions: Float64Array
  readonly secondPositions: Float64Array
  /** The second picture's share at each node: 0 shows only the first picture, 1 only the second. */
  readonly weight: Float64Array
  /** Draws both pictures into the frame, mixed by `weight`. */
  drawPictures(): void
  /** How brightly `addLight` lights each node, 0..1. */
  readonly light: Float64Array
  /** Adds light of a colour (1 = white) to the rendered frame. */
  addLight(colour: readonly [number, number, number]): void
  /**
   * Radial blur of the rendered frame around a point (frame px). Each pixel becomes the mean of the pixels from itself up to `reach`
   * (0..0.5) of its way to the point.
   */
  blurTowards(x: number, y: number, reach: number): void
}

const FULL_WEIGHT = 32_767
const HALF_WEIGHT = 16_384
const CELL_BITS = 3
/** The fixed-point values of a gain of 1 and of white light in the nodes for `soft` of `Kernel.finish`. */
const GAIN_ONE = 16_384
const LIGHT_ONE = 32_640
/** The number of blur rounds. Each round doubles the positions that a pixel averages: 2, 4, 8, 16. */
const BLUR_ROUNDS = 4

/** The stage of two pictures of one size. It allocates memory in the kernel. */
export function createStage(kernel: Kernel, sources: readonly [Picture, Picture], frame: Size, outputOffset: number): Stage {
  const { columns, rows } = gridSize(frame)
  const nodeCount = columns * rows
  const pictureSize = { width: sources[0].width, height: sources[0].height }
  // Samples on the last row also read the row below with weight 0, so the buffer has one more row.
  const sourceBytes = (pictureSize.height + 1) * pictureSize.width * 4
  const [firstOffset, secondOffset] = sources.map(({ data }) => {
    const offset = kernel.allocate(sourceBytes)
    kernel.bytes(offset, data.length).set(data)
    return offset
  }) as [number, number]
  const layerOffset = kernel.allocate((frame.height + 1) * frame.width * 4)
  const gridOffset = kernel.allocate(nodeCount * 8)
  const weightsOffset = kernel.allocate(nodeCount * 2)
  const softOffset = kernel.allocate(nodeCount * SOFT_HALVES * 2)
  const rowOffset = kernel.allocate(Math.ceil(frame.width / GRID_CELL) * GRID_CELL * ROW_BYTES)
  const nodePositions = (count: number, side: number) =>
    Float64Array.from({ length: count }, (_, node) => Math.min(node * GRID_CELL, side - 1))
  const stage = {
    frame,
    columns,
    rows,
    nodeX: nodePositions(columns, frame.width),
    nodeY: nodePositions(rows, frame.height),
    firstPositions: new Float64Array(nodeCount * 2),
    secondPositions: new Float64Array(nodeCount * 2),
    weight: new Float64Array(nodeCount),
    light: new Float64Array(nodeCount),
  }

  function warp(source: number, sourceSize: Size, positions: Float64Array, target: number): void {
    writeGrid(kernel.words(gridOffset, nodeCount * 2), positions, frame, sourceSize)
    kernel.warp(source, sourceSize.width, gridOffset, columns, target, frame.width, frame.height)
  }

  function mixIn(layer: number): void {
    kernel.mix(outputOffset, layer, weightsOffset, columns, outputOffset, frame.width, frame.height)
  }

  return {
    ...stage,
    drawPictures() {
      const weights = kernel.halves(weightsOffset, nodeCount)
      let [minWeight, maxWeight] = [FULL_WEIGHT, 0]
      for (let i = 0; i < nodeCount; i++) {
        const weight = Math.round(Math.max(0, Math.min(1, stage.weight[i] ?? 0)) * FULL_WEIGHT)
        weights[i] = weight
        minWeight = Math.min(minWeight, weight)
        maxWeight = Math.max(maxWeight, weight)
      }
      if (minWeight < FULL_WEIGHT) warp(firstOffset, pictureSize, stage.firstPositions, outputOffset)
      if (maxWeight > 0) warp(secondOffset, pictureSize, stage.secondPositions, minWeight < FULL_WEIGHT ? layerOffset : outputOffset)
      if (minWeight < FULL_WEIGHT && maxWeight > 0) mixIn(layerOffset)
    },
    addLight(colour) {
      const soft = kernel.halves(softOffset, nodeCount * SOFT_HALVES)
      for (let node = 0; node < nodeCount; node++) {
        for (const [channel, part] of colour.entries()) {
          const light = Math.max(0, Math.min(1, (stage.light[node] ?? 0) * part))
          soft[node * SOFT_HALVES + channel] = Math.round((1 - light) * GAIN_ONE)
          soft[node * SOFT_HALVES + 4 + channel] = Math.round(light * LIGHT_ONE)
        }
      }
      kernel.finish(outputOffset, frame.width, frame.height, rowOffset, 0, softOffset, columns, CELL_BITS, 0, 0, 0, 0)
    },
    blurTowards(x, y, reach) {
      const positions = stage.firstPositions
      for (let round = 0, part = reach / (1 << BLUR_ROUNDS); round < BLUR_ROUNDS; round++, part *= 2) {
        for (let row = 0, at = 0; row < rows; row++) {
          for (let column = 0; column < columns; column++, at += 2) {
            positions[at] = x + ((stage.nodeX[column] ?? 0) - x) * (1 - part)
            positions[at + 1] = y + ((stage.nodeY[row] ?? 0) - y) * (1 - part)
          }
        }
        kernel.halves(weightsOffset, nodeCount).fill(HALF_WEIGHT)
        warp(outputOffset, frame, positions, layerOffset)
        mixIn(layerOffset)
      }
    },
  }
}

const FIXED_ONE = 65_536

/**
 * The value of a node beyond the frame's edge. The last pixel is `tailPx` px after the node with the value `previous`; interpolation gives
 * it the value `last`.
 */
function extrapolate(previous: number, last: number, tailPx: number): number {
  return previous + Math.trunc(((last - previous) * GRID_CELL) / tailPx)
}

/**
 * Writes positions (x, y in frame px per node, the last ones at the frame's last pixels) as a warp grid of 16.16 source pixels. Positions
 * are clamped to the picture and interpolated between nodes.
 */
export function writeGrid(grid: Int32Array, positions: Float64Array, frame: Size, source: Size): void {
  const { columns, rows } = gridSize(frame)
  const scaleX = source.width / frame.width
  const scaleY = source.height / frame.height
  const toFixedPoint = (position: number, scale: number, side: number) =>
    Math.round(Math.max(0, Math.min(side - 1, (position + 0.5) * scale - 0.5)) * FIXED_ONE)
  const tailX = (frame.width - 1) % GRID_CELL || GRID_CELL
  const tailY = (frame.height - 1) % GRID_CELL || GRID_CELL
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 2) {
      grid[at] = toFixedPoint(positions[at] ?? 0, scaleX, source.width)
      grid[at + 1] = toFixedPoint(positions[at + 1] ?? 0, scaleY, source.height)
    }
    for (const end of [at - 2, at - 1]) grid[end] = extrapolate(grid[end - 2] ?? 0, grid[end] ?? 0, tailX)
  }
  for (let end = (rows - 1) * columns * 2; end < rows * columns * 2; end++) {
    grid[end] = extrapolate(grid[end - columns * 2] ?? 0, grid[end] ?? 0, tailY)
  }
}
