import { KERNEL_BASE64 } from './kernel.generated.ts'

/** The per-pixel loops in WebAssembly. Offsets are bytes in the kernel's memory, each allocated by the kernel. */
export interface Kernel {
  /** Frees all allocations. */
  clear(): void
  /** Allocates bytes and returns their offset. Earlier views become invalid, because memory may move. */
  allocate(size: number): number
  bytes(offset: number, length: number): Uint8Array
  words(offset: number, length: number): Int32Array
  halves(offset: number, length: number): Int16Array
  /** Samples an RGBA source at a grid of 16.16 coordinates, one node every `GRID_CELL` px. Width must be even. */
  warp(source: number, sourceWidth: number, grid: number, nodes: number, output: number, width: number, height: number): void
  /**
   * Blends two RGBA pictures of the same size: `a` at weight 0, `b` at 32767. Weights are halves at the nodes of a warp's grid, `nodes` per
   * row. `output` may be `a` or `b`.
   */
  mix(a: number, b: number, weights: number, nodes: number, output: number, width: number, height: number): void
  /**
   * Draws a premultiplied RGBA layer over an opaque frame, sampled as `warp` does, in the cells whose byte in `cover` (one per node) is not
   * 0. `soft` (0 for none) is the layer blurred, at half its resolution: its pixel i covers the layer's pixel 2 * i. The halves at
   * `weights` are the share of `soft` at each node; 32767 shows only `soft`.
   */
  drawLayer(
    sharp: number,
    sharpWidth: number,
    soft: number,
    softWidth: number,
    grid: number,
    nodes: number,
    cover: number,
    weights: number,
    output: number,
    width: number,
    height: number,
  ): void
  /** Stamps `count` masks (items of `STAMP_WORDS` words, see assembly/stamp.ts) into an RGBA frame. */
  stamp(items: number, count: number, pixels: number, width: number, height: number): void
  /** Stamps rotated and scaled masks (items of `TURNED_WORDS` words, see assembly/stamp-turned.ts) into an RGBA frame. */
  stampTurned(items: number, count: number, pixels: number, width: number, height: number): void
  /** The mean RGBA of each whole cell of 1 << cellBits px a side; `cellBits` is 2 to 4. */
  shrink(pixels: number, width: number, height: number, cellBits: number, output: number): void
  /**
   * Colours an RGBA frame and overwrites it, a `row` (`ROW_BYTES` per pixel, width filled up to eight) at a time: a colour matrix and curve
   * per channel (`tone`, `TONE_HALVES` halves, 0 for none), then gain and light at nodes each 1 << softBits px (`soft`, `SOFT_HALVES`
   * halves per node, `nodes` per row, 0 for none), then grain from a tile of noise. Layouts: assembly/finish.ts.
   */
  finish(
    pixels: number,
    width: number,
    height: number,
    row: number,
    tone: number,
    soft: number,
    nodes: number,
    softBits: number,
    noise: number,
    noiseX: number,
    noiseY: number,
    grain: number,
  ): void
  /** RGBA to planar I420, Rec. 709 limited range. Both sides must be even. */
  toI420(pixels: number, output: number, width: number, height: number): void
}

/** Output pixels between two grid nodes; the kernel is compiled with this value. */
export const GRID_CELL = 8
export const STAMP_WORDS = 6
export const TURNED_WORDS = 11
export const TONE_HALVES = 18
export const ROW_BYTES = 6
export const SOFT_HALVES = 8

const PAGE_BYTES = 65_536
const FIRST_OFFSET = 1024
const ALIGN_BYTES = 64
/** A vector load at the last pixel may read this many bytes beyond it. */
const TAIL_BYTES = 64

type Pass = 'warp' | 'mix' | 'drawLayer' | 'stamp' | 'stampTurned' | 'shrink' | 'finish' | 'toI420'
type KernelExports = Pick<Kernel, Pass> & { readonly memory: WebAssembly.Memory }

/**
 * Creates a kernel from the bytes in kernel.generated.ts. It needs no fetch and no path, so that it works the same in Node and in workers.
 */
export async function createKernel(): Promise<Kernel> {
  const wasm = Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0))
  const { instance } = await WebAssembly.instantiate(wasm)
  const { memory, ...passes } = instance.exports as unknown as KernelExports

  let allocatedEnd = FIRST_OFFSET

  return {
    clear() {
      allocatedEnd = FIRST_OFFSET
    },
    allocate(size) {
      const offset = allocatedEnd
      allocatedEnd = Math.ceil((offset + size + TAIL_BYTES) / ALIGN_BYTES) * ALIGN_BYTES
      const missingBytes = allocatedEnd - memory.buffer.byteLength
      if (missingBytes > 0) memory.grow(Math.ceil(missingBytes / PAGE_BYTES))
      return offset
    },
    bytes: (offset, length) => new Uint8Array(memory.buffer, offset, length),
    words: (offset, length) => new Int32Array(memory.buffer, offset, length),
    halves: (offset, length) => new Int16Array(memory.buffer, offset, length),
    ...passes,
  }
}
