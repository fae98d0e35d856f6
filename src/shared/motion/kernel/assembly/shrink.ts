import { CELL, CELL_BITS } from './grid'

/** The sums of a cell's pixels as four halves, twice. */
function cellSum(at: usize, stride: i32): v128 {
  let sum = i16x8.splat(0)
  for (let row = 0; row < CELL; row++) {
    const p = v128.load(at)
    const q = v128.load(at, 16)
    const first = i16x8.add(i16x8.extend_low_i8x16_u(p), i16x8.extend_high_i8x16_u(p))
    sum = i16x8.add(sum, i16x8.add(first, i16x8.add(i16x8.extend_low_i8x16_u(q), i16x8.extend_high_i8x16_u(q))))
    at += stride
  }
  return i16x8.add(sum, v128.shuffle<i64>(sum, sum, 1, 0))
}

/** Writes the mean RGBA of each whole 8 x 8 cell. */
export function shrink(pixels: usize, width: i32, height: i32, output: usize): void {
  const columns = width >> CELL_BITS
  const rows = height >> CELL_BITS
  const stride = width << 2
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const sum = cellSum(pixels + ((row * CELL * width + column * CELL) << 2), stride)
      const mean = i16x8.shr_u(i16x8.add(sum, i16x8.splat(32)), 6)
      v128.store32_lane(output + ((row * columns + column) << 2), i8x16.narrow_i16x8_u(mean, mean), 0)
    }
  }
}
