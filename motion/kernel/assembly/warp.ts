import { CELL, CELL_BITS } from './grid'

/** The extra bits of precision between the two steps of a blend, so that slow moves show no banding. */
const GUARD_BITS: i32 = 6
const HALF_GUARD: i16 = 32

/** The two pixels of one source row around a sample, with `GUARD_BITS` more bits per channel. */
function rowPair(address: usize): v128 {
  return i16x8.shl(v128.load_ext<u8>(address), GUARD_BITS)
}

function blend(a: v128, b: v128, part: v128): v128 {
  return i16x8.add(a, i16x8.q15mulr_sat_s(i16x8.sub(b, a), part))
}

/**
 * Two neighbouring output pixels as eight halves, from the addresses of their upper left source pixels and their positions x, y, x, y in
 * 16.16.
 */
export function samplePair(first: usize, second: usize, stride: usize, positions: v128): v128 {
  const parts = i16x8.shr_u(positions, 1)
  const a = blend(rowPair(first), rowPair(first + stride), v128.shuffle<i16>(parts, parts, 2, 2, 2, 2, 2, 2, 2, 2))
  const b = blend(rowPair(second), rowPair(second + stride), v128.shuffle<i16>(parts, parts, 6, 6, 6, 6, 6, 6, 6, 6))
  const left = v128.shuffle<i64>(a, b, 0, 2)
  const right = v128.shuffle<i64>(a, b, 1, 3)
  const mixed = blend(left, right, v128.shuffle<i16>(parts, parts, 0, 0, 0, 0, 4, 4, 4, 4))
  return i16x8.shr_s(i16x8.add(mixed, i16x8.splat(HALF_GUARD)), GUARD_BITS)
}

/** The address of the pixel at a 16.16 position. Scalar on purpose: extracting addresses from vector lanes costs more. */
export function pixelAddress(source: usize, stride: i32, x: i32, y: i32): usize {
  return source + (y >> 16) * stride + ((x >> 14) & ~3)
}

/**
 * The positions at both ends of a cell's row, x, y, x, y in 16.16: interpolated by `rowPart` eighths from the nodes above to the nodes
 * below.
 */
export function rowEnds(node: usize, gridStride: usize, rowPart: v128): v128 {
  const above = v128.load(node)
  const difference = i32x4.sub(v128.load(node + gridStride), above)
  return i32x4.add(above, i32x4.shr_s(i32x4.mul(difference, rowPart), CELL_BITS))
}

/**
 * Fills `output` (RGBA, width x height) by sampling `source` (RGBA, `sourceWidth` per row, below 8192) at the grid: one x, y pair of 16.16
 * source coordinates per node, `nodes` per row. All samples must be inside the source, and width must be even. Rows of the last, partial
 * cell may write up to 28 bytes beyond the row's end.
 */
export function warp(source: usize, sourceWidth: i32, grid: usize, nodes: i32, output: usize, width: i32, height: i32): void {
  const stride = sourceWidth << 2
  const gridStride = nodes << 3
  for (let y = 0; y < height; y++) {
    const rowPart = i32x4.splat(y & (CELL - 1))
    let node = grid + (y >> CELL_BITS) * gridStride
    let target = output + ((y * width) << 2)
    const end = target + (width << 2)
    while (target < end) {
      const ends = rowEnds(node, gridStride, rowPart)
      const start = v128.shuffle<i64>(ends, ends, 0, 0)
      const step = i32x4.shr_s(i32x4.sub(v128.shuffle<i64>(ends, ends, 1, 1), start), CELL_BITS)
      const twoSteps = i32x4.shl(step, 1)
      let positions = i32x4.add(start, v128.and(step, i64x2(0, -1)))
      let px = i32x4.extract_lane(start, 0)
      let py = i32x4.extract_lane(start, 1)
      const dx = i32x4.extract_lane(step, 0)
      const dy = i32x4.extract_lane(step, 1)
      for (let i = 0; i < 2; i++) {
        const first = samplePair(pixelAddress(source, stride, px, py), pixelAddress(source, stride, px + dx, py + dy), stride, positions)
        positions = i32x4.add(positions, twoSteps)
        px += dx << 1
        py += dy << 1
        const second = samplePair(pixelAddress(source, stride, px, py), pixelAddress(source, stride, px + dx, py + dy), stride, positions)
        positions = i32x4.add(positions, twoSteps)
        px += dx << 1
        py += dy << 1
        v128.store(target + (i << 4), i8x16.narrow_i16x8_u(first, second))
      }
      node += 8
      target += CELL << 2
    }
  }
}
