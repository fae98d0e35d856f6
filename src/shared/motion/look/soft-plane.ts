import { gridSize } from '#shared/motion/camera/fill-grid.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import { GRID_CELL, SOFT_HALVES } from '#shared/motion/kernel/create-kernel.ts'
import type { Size } from '#shared/motion/picture.ts'

/** What happens to the light at each grid node: gain (1 = none) and what is added (1 = white), three channels a node. */
export interface SoftPlane {
  readonly columns: number
  readonly rows: number
  readonly gain: Float32Array
  readonly light: Float32Array
  /** A node's place in the frame: 0 at the first pixel, 1 at the last, a little more at the last node. */
  readonly placeX: Float32Array
  readonly placeY: Float32Array
  /** Lays `part` (0..1) of a colour (1 = white) over a node. */
  veil(node: number, part: number, red: number, green: number, blue: number): void
  /** Adds a colour as light does: bright places gain less. */
  shine(node: number, red: number, green: number, blue: number): void
  dim(node: number, gain: number): void
  clear(): void
  /** Writes the plane for `Kernel.finish`. */
  write(): void
}

const GAIN_ONE = 16_384
const LIGHT_ONE = 32_640
const MOST = 32_767

function places(nodes: number, side: number): Float32Array {
  return Float32Array.from({ length: nodes }, (_, node) => (node * GRID_CELL) / (side - 1))
}

function half(value: number): number {
  return value > MOST ? MOST : value + 0.5
}

/** The soft plane of a frame; `offset` is a place for `SOFT_HALVES` halves a node. */
export function createSoftPlane(kernel: Kernel, frame: Size, offset: number): SoftPlane {
  const { columns, rows } = gridSize(frame)
  const count = columns * rows
  const gain = new Float32Array(count * 3)
  const light = new Float32Array(count * 3)

  function veil(node: number, part: number, red: number, green: number, blue: number): void {
    const rest = 1 - part
    const at = node * 3
    gain[at] = (gain[at] ?? 0) * rest
    gain[at + 1] = (gain[at + 1] ?? 0) * rest
    gain[at + 2] = (gain[at + 2] ?? 0) * rest
    light[at] = (light[at] ?? 0) * rest + red * part
    light[at + 1] = (light[at + 1] ?? 0) * rest + green * part
    light[at + 2] = (light[at + 2] ?? 0) * rest + blue * part
  }

  function screen(at: number, value: number): void {
    gain[at] = (gain[at] ?? 0) * (1 - value)
    light[at] = (light[at] ?? 0) * (1 - value) + value
  }

  return {
    columns,
    rows,
    gain,
    light,
    placeX: places(columns, frame.width),
    placeY: places(rows, frame.height),
    veil,
    shine(node, red, green, blue) {
      screen(node * 3, red)
      screen(node * 3 + 1, green)
      screen(node * 3 + 2, blue)
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
      const halves = kernel.halves(offset, count * SOFT_HALVES)
      for (let at = 0, from = 0; from < count * 3; at += SOFT_HALVES, from += 3) {
        halves[at] = half((gain[from] ?? 0) * GAIN_ONE)
        halves[at + 1] = half((gain[from + 1] ?? 0) * GAIN_ONE)
        halves[at + 2] = half((gain[from + 2] ?? 0) * GAIN_ONE)
        halves[at + 4] = half((light[from] ?? 0) * LIGHT_ONE)
        halves[at + 5] = half((light[from + 1] ?? 0) * LIGHT_ONE)
        halves[at + 6] = half((light[from + 2] ?? 0) * LIGHT_ONE)
      }
    },
  }
}
