import { type Kernel, SOFT_HALVES } from '#motion/kernel/create-kernel.ts'
import type { Size } from '#motion/pixels.ts'

/** The light at each node of a coarse grid, three channels per node: a gain (1 changes nothing) and added light (1 = white). */
export interface SoftPlane {
  /** The distance of neighbouring nodes is 1 << cellBits px. */
  readonly cellBits: number
  readonly columns: number
  readonly rows: number
  readonly gain: Float32Array
  readonly light: Float32Array
  /** A node's position in the frame: 0 at the first pixel, 1 at the last, slightly more at the last node. */
  readonly positionX: Float32Array
  readonly positionY: Float32Array
  /** Blends `part` (0..1) of a colour (1 = white) over a node. */
  veil(node: number, part: number, red: number, green: number, blue: number): void
  /** Adds light of a colour, with less effect on bright areas. */
  shine(node: number, red: number, green: number, blue: number): void
  /** Multiplies gain and light of a node by a factor. */
  dim(node: number, factor: number): void
  clear(): void
  /** Writes the plane for `Kernel.finish` and returns its offset. */
  write(): number
}

const GAIN_ONE = 16_384
const LIGHT_ONE = 32_640
const MAX_HALF = 32_767

/** Below this many pixels per unit (small frames), nodes have the smallest distance that the kernel allows. */
const FINE_UNIT = 0.6
const FINE_BITS = 3
const COARSE_BITS = 4

function nodePositions(side: number, cellBits: number): Float32Array {
  const nodeCount = ((side - 1) >> cellBits) + 2
  return Float32Array.from({ length: nodeCount }, (_, node) => (node << cellBits) / (side - 1))
}

function toHalf(value: number): number {
  return value > MAX_HALF ? MAX_HALF : value + 0.5
}

/** The soft plane of a frame, `unit` px per unit; a fine plane has the nodes of a warp's grid. */
export function createSoftPlane(kernel: Kernel, frame: Size, unit: number, isFine = false): SoftPlane {
  const cellBits = isFine || unit < FINE_UNIT ? FINE_BITS : COARSE_BITS
  const positionX = nodePositions(frame.width, cellBits)
  const positionY = nodePositions(frame.height, cellBits)
  const columns = positionX.length
  const rows = positionY.length
  const nodeCount = columns * rows
  const offset = kernel.allocate(nodeCount * SOFT_HALVES * 2)
  const gain = new Float32Array(nodeCount * 3)
  const light = new Float32Array(nodeCount * 3)

  function veil(node: number, part: number, red: number, green: number, blue: number): void {
    const remaining = 1 - part
    const at = node * 3
    gain[at] = (gain[at] ?? 0) * remaining
    gain[at + 1] = (gain[at + 1] ?? 0) * remaining
    gain[at + 2] = (gain[at + 2] ?? 0) * remaining
    light[at] = (light[at] ?? 0) * remaining + red * part
    light[at + 1] = (light[at + 1] ?? 0) * remaining + green * part
    light[at + 2] = (light[at + 2] ?? 0) * remaining + blue * part
  }

  function addChannelLight(at: number, brightness: number): void {
    const lightShare = Math.min(1, brightness)
    gain[at] = (gain[at] ?? 0) * (1 - lightShare)
    light[at] = (light[at] ?? 0) * (1 - lightShare) + lightShare
  }

  return {
    cellBits,
    columns,
    rows,
    gain,
    light,
    positionX,
    positionY,
    veil,
    shine(node, red, green, blue) {
      addChannelLight(node * 3, red)
      addChannelLight(node * 3 + 1, green)
      addChannelLight(node * 3 + 2, blue)
    },
    dim(node, factor) {
      for (let at = node * 3; at < node * 3 + 3; at++) {
        gain[at] = (gain[at] ?? 0) * factor
        light[at] = (light[at] ?? 0) * factor
      }
    },
    clear() {
      gain.fill(1)
      light.fill(0)
    },
    write() {
      const halves = kernel.halves(offset, nodeCount * SOFT_HALVES)
      for (let at = 0, from = 0; from < nodeCount * 3; at += SOFT_HALVES, from += 3) {
        halves[at] = toHalf((gain[from] ?? 0) * GAIN_ONE)
        halves[at + 1] = toHalf((gain[from + 1] ?? 0) * GAIN_ONE)
        halves[at + 2] = toHalf((gain[from + 2] ?? 0) * GAIN_ONE)
        halves[at + 4] = toHalf((light[from] ?? 0) * LIGHT_ONE)
        halves[at + 5] = toHalf((light[from + 1] ?? 0) * LIGHT_ONE)
        halves[at + 6] = toHalf((light[from + 2] ?? 0) * LIGHT_ONE)
      }
      return offset
    },
  }
}
