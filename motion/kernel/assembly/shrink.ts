/** The sums of red, green, blue and opacity over a cell's pixels, as four halves. The vector contains these four halves twice. */
function cellSum(at: usize, stride: i32, cell: i32): v128 {
  let sum = i16x8.splat(0)
  for (let row = 0; row < cell; row++) {
    for (let x: usize = 0; x < <usize>cell << 2; x += 16) {
      const p = v128.load(at + x)
      sum = i16x8.add(sum, i16x8.add(i16x8.extend_low_i8x16_u(p), i16x8.extend_high_i8x16_u(p)))
    }
    at += stride
  }
  return i16x8.add(sum, v128.shuffle<i64>(sum, sum, 1, 0))
}

/** Writes the mean RGBA of each whole cell of 1 << cellBits px a side; `cellBits` is 2 to 4. */
export function shrink(pixels: usize, width: i32, height: i32, cellBits: i32, output: usize): void {
  const columns = width >> cellBits
  const rows = height >> cellBits
  const stride = width << 2
  const half = i16x8.splat(<i16>(<i32>1 << (2 * cellBits - 1)))
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = pixels + ((((row << cellBits) * width + (column << cellBits)) << 2))
      const mean = i16x8.shr_u(i16x8.add(cellSum(at, stride, 1 << cellBits), half), 2 * cellBits)
      v128.store32_lane(output + ((row * columns + column) << 2), i8x16.narrow_i16x8_u(mean, mean), 0)
    }
  }
}
