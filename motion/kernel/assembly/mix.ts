import { CELL, CELL_BITS } from './grid'
import { storeCell } from './store-cell'

/**
 * The extra bits of precision of a weighted difference. Full weight is only 32767 / 32768; with these bits, the mix still rounds to exactly
 * `b`.
 */
const GUARD_BITS: i32 = 6
const HALF_GUARD: i16 = 32

/** The weight at a node's column, interpolated by `rowPart` (Q15) to the row below, in all lanes. */
function weightAt(node: usize, stride: i32, rowPart: v128): v128 {
  const above = v128.load_splat<i16>(node)
  return i16x8.add(above, i16x8.q15mulr_sat_s(i16x8.sub(v128.load_splat<i16>(node + stride), above), rowPart))
}

function blendPair(a: v128, b: v128, weight: v128): v128 {
  const weightedDifference = i16x8.q15mulr_sat_s(i16x8.shl(i16x8.sub(b, a), GUARD_BITS), weight)
  return i16x8.shr_s(i16x8.add(i16x8.add(i16x8.shl(a, GUARD_BITS), weightedDifference), i16x8.splat(HALF_GUARD)), GUARD_BITS)
}

/** Blends four pixels of a cell, with the weights of their two pairs. */
function blendFour(a: usize, b: usize, first: v128, second: v128): v128 {
  const pixelsA = v128.load(a)
  const pixelsB = v128.load(b)
  const low = blendPair(i16x8.extend_low_i8x16_u(pixelsA), i16x8.extend_low_i8x16_u(pixelsB), first)
  const high = blendPair(i16x8.extend_high_i8x16_u(pixelsA), i16x8.extend_high_i8x16_u(pixelsB), second)
  return i8x16.narrow_i16x8_u(low, high)
}

/** Blends two RGBA pictures: `a` at weight 0, `b` at 32767. Weights are at grid nodes, `nodes` per row. `output` may be `a` or `b`. */
export function mix(a: usize, b: usize, weights: usize, nodes: i32, output: usize, width: i32, height: i32): void {
  const stride = nodes << 1
  const columns = i16x8(0, 4096, 8192, 12288, 16384, 20480, 24576, 28672)
  for (let y = 0; y < height; y++) {
    const rowPart = i16x8.splat(<i16>((y & (CELL - 1)) << 12))
    let node = weights + (y >> CELL_BITS) * stride
    let at = (y * width) << 2
    const end = at + (width << 2)
    let left = weightAt(node, stride, rowPart)
    while (at < end) {
      const right = weightAt(node + 2, stride, rowPart)
      const cellWeights = i16x8.add(left, i16x8.q15mulr_sat_s(i16x8.sub(right, left), columns))
      const w01 = v128.shuffle<i16>(cellWeights, cellWeights, 0, 0, 0, 0, 1, 1, 1, 1)
      const w23 = v128.shuffle<i16>(cellWeights, cellWeights, 2, 2, 2, 2, 3, 3, 3, 3)
      const w45 = v128.shuffle<i16>(cellWeights, cellWeights, 4, 4, 4, 4, 5, 5, 5, 5)
      const w67 = v128.shuffle<i16>(cellWeights, cellWeights, 6, 6, 6, 6, 7, 7, 7, 7)
      const first = blendFour(a + at, b + at, w01, w23)
      const second = blendFour(a + at + 16, b + at + 16, w45, w67)
      storeCell(output + at, end - at, first, second)
      left = right
      node += 2
      at += CELL << 2
    }
  }
}
