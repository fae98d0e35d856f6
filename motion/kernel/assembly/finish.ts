import { CELL } from './grid'
import { storeCell } from './store-cell'

// The fixed point of a channel: a byte times 128, so that its sums and products have seven more bits than the frame.
const VALUE_BITS: i32 = 7
const HALF_BYTE: i16 = 64
const WHITE: i16 = 32640
/** The colour matrix's result is a byte times 32, so that sums up to four times white fit. This shift makes it a channel. */
const SUM_SHIFT: i32 = 2
const WHITE_SUM: i16 = 8160

const NOISE_MASK: i32 = 255
const NOISE_STRIDE: i32 = 264

// The bytes of one channel in the tone block. Its halves are three matrix coefficients (1 = 8192), an offset, and tilt and bow of the curve
// (1 = 16384).
const TONE_BYTES: usize = 12

function clampWhite(value: v128): v128 {
  return i16x8.min_s(i16x8.max_s(value, i16x8.splat(0)), i16x8.splat(WHITE))
}

/** Applies the colour matrix and the curve c + c(1-c)(tilt + bow(2c-1)) to one channel of eight pixels. */
function toneChannel(r: v128, g: v128, b: v128, tone: usize): v128 {
  const red = i16x8.q15mulr_sat_s(r, v128.load_splat<i16>(tone))
  const green = i16x8.q15mulr_sat_s(g, v128.load_splat<i16>(tone, 2))
  const blue = i16x8.q15mulr_sat_s(b, v128.load_splat<i16>(tone, 4))
  const sum = i16x8.add_sat_s(i16x8.add_sat_s(red, green), i16x8.add_sat_s(blue, v128.load_splat<i16>(tone, 6)))
  const value = i16x8.shl(i16x8.min_s(i16x8.max_s(sum, i16x8.splat(0)), i16x8.splat(WHITE_SUM)), SUM_SHIFT)
  const inverse = i16x8.sub(i16x8.splat(WHITE), value)
  const parabola = i16x8.shl(i16x8.q15mulr_sat_s(value, inverse), 2)
  const bow = i16x8.q15mulr_sat_s(v128.load_splat<i16>(tone, 10), i16x8.sub(value, inverse))
  const slope = i16x8.add_sat_s(v128.load_splat<i16>(tone, 8), bow)
  return i16x8.add_sat_s(value, i16x8.shr_s(i16x8.q15mulr_sat_s(parabola, slope), 1))
}

/** A node's six halves, interpolated by `rowPart` (Q15) to the row below: gains at 0 to 2, offsets at 4 to 6. */
function softAt(node: usize, stride: i32, rowPart: v128): v128 {
  const above = v128.load(node)
  return i16x8.add(above, i16x8.q15mulr_sat_s(i16x8.sub(v128.load(node + stride), above), rowPart))
}

/** Multiplies eight values by a gain (1 = 16384) and adds light. Gain and light are interpolated by `part` (Q15) between two nodes. */
function soften(value: v128, gain: v128, gainWay: v128, light: v128, lightWay: v128, part: v128): v128 {
  const halfSum = i16x8.q15mulr_sat_s(value, i16x8.add(gain, i16x8.q15mulr_sat_s(gainWay, part)))
  return i16x8.add_sat_s(i16x8.add_sat_s(halfSum, halfSum), i16x8.add(light, i16x8.q15mulr_sat_s(lightWay, part)))
}

/** Noise for eight pixels, weaker towards black and white. */
function grainOf(noise: usize, amount: v128, r: v128, g: v128, b: v128): v128 {
  const luma = clampWhite(i16x8.add(i16x8.add(i16x8.shr_s(r, 2), i16x8.shr_s(b, 2)), i16x8.shr_s(g, 1)))
  const parabola = i16x8.shl(i16x8.q15mulr_sat_s(luma, i16x8.sub(i16x8.splat(WHITE), luma)), 2)
  const plateau = i16x8.add_sat_s(parabola, i16x8.q15mulr_sat_s(parabola, i16x8.sub(i16x8.splat(32767), parabola)))
  return i16x8.q15mulr_sat_s(i16x8.q15mulr_sat_s(i16x8.shl(v128.load_ext<i8>(noise), 8), amount), plateau)
}

function toBytes(value: v128): v128 {
  return i16x8.shr_s(i16x8.add_sat_s(value, i16x8.splat(HALF_BYTE)), VALUE_BITS)
}

// A row is processed in `row`: per eight pixels 48 bytes, eight values each of red, green and blue.
const ROW_CELL: usize = 48

function readRow(at: usize, row: usize, rowEnd: usize, tone: usize): void {
  for (; row < rowEnd; row += ROW_CELL) {
    const p = v128.load(at)
    const q = v128.load(at, 16)
    const redGreen = v128.shuffle<i8>(p, q, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29)
    const blueAlpha = v128.shuffle<i8>(p, q, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31)
    const r = i16x8.shl(i16x8.extend_low_i8x16_u(redGreen), VALUE_BITS)
    const g = i16x8.shl(i16x8.extend_high_i8x16_u(redGreen), VALUE_BITS)
    const b = i16x8.shl(i16x8.extend_low_i8x16_u(blueAlpha), VALUE_BITS)
    if (tone) {
      v128.store(row, toneChannel(r, g, b, tone))
      v128.store(row, toneChannel(r, g, b, tone + TONE_BYTES), 16)
      v128.store(row, toneChannel(r, g, b, tone + 2 * TONE_BYTES), 32)
    } else {
      v128.store(row, r)
      v128.store(row, g, 16)
      v128.store(row, b, 32)
    }
    at += CELL << 2
  }
}

function softenRow(row: usize, rowEnd: usize, node: usize, stride: i32, rowPart: v128, softBits: i32): void {
  const step = 15 - softBits
  const lanes = i16x8.shl(i16x8(0, 1, 2, 3, 4, 5, 6, 7), step)
  const cellStep = i16x8.splat(<i16>(CELL << step))
  const cellBytes: usize = <usize>ROW_CELL << (softBits - 3)
  let left = softAt(node, stride, rowPart)
  while (row < rowEnd) {
    node += 16
    const right = softAt(node, stride, rowPart)
    const difference = i16x8.sub(right, left)
    let columnParts = lanes
    for (const stop = min(rowEnd, row + cellBytes); row < stop; row += ROW_CELL) {
      v128.store(row, soften(v128.load(row), v128.shuffle<i16>(left, left, 0, 0, 0, 0, 0, 0, 0, 0), v128.shuffle<i16>(difference, difference, 0, 0, 0, 0, 0, 0, 0, 0), v128.shuffle<i16>(left, left, 4, 4, 4, 4, 4, 4, 4, 4), v128.shuffle<i16>(difference, difference, 4, 4, 4, 4, 4, 4, 4, 4), columnParts))
      v128.store(row, soften(v128.load(row, 16), v128.shuffle<i16>(left, left, 1, 1, 1, 1, 1, 1, 1, 1), v128.shuffle<i16>(difference, difference, 1, 1, 1, 1, 1, 1, 1, 1), v128.shuffle<i16>(left, left, 5, 5, 5, 5, 5, 5, 5, 5), v128.shuffle<i16>(difference, difference, 5, 5, 5, 5, 5, 5, 5, 5), columnParts), 16)
      v128.store(row, soften(v128.load(row, 32), v128.shuffle<i16>(left, left, 2, 2, 2, 2, 2, 2, 2, 2), v128.shuffle<i16>(difference, difference, 2, 2, 2, 2, 2, 2, 2, 2), v128.shuffle<i16>(left, left, 6, 6, 6, 6, 6, 6, 6, 6), v128.shuffle<i16>(difference, difference, 6, 6, 6, 6, 6, 6, 6, 6), columnParts), 32)
      columnParts = i16x8.add(columnParts, cellStep)
    }
    left = right
  }
}

function grainRow(row: usize, rowEnd: usize, noise: usize, column: i32, grain: i32): void {
  const amount = i16x8.splat(<i16>grain)
  for (; row < rowEnd; row += ROW_CELL) {
    const r = v128.load(row)
    const g = v128.load(row, 16)
    const b = v128.load(row, 32)
    const noiseValues = grainOf(noise + (column & NOISE_MASK), amount, r, g, b)
    v128.store(row, i16x8.add_sat_s(r, noiseValues))
    v128.store(row, i16x8.add_sat_s(g, noiseValues), 16)
    v128.store(row, i16x8.add_sat_s(b, noiseValues), 32)
    column += CELL
  }
}

function writeRow(at: usize, row: usize, width: i32): void {
  for (let roomBytes = width << 2; roomBytes > 0; roomBytes -= CELL << 2) {
    const redBlue = i8x16.narrow_i16x8_u(toBytes(v128.load(row)), toBytes(v128.load(row, 32)))
    const greenAlpha = i8x16.narrow_i16x8_u(toBytes(v128.load(row, 16)), i16x8.splat(255))
    const rg = v128.shuffle<i8>(redBlue, greenAlpha, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
    const ba = v128.shuffle<i8>(redBlue, greenAlpha, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
    storeCell(at, roomBytes, v128.shuffle<i16>(rg, ba, 0, 8, 1, 9, 2, 10, 3, 11), v128.shuffle<i16>(rg, ba, 4, 12, 5, 13, 6, 14, 7, 15))
    at += CELL << 2
    row += ROW_CELL
  }
}

/**
 * Applies tone, soft light and grain to an RGBA frame and overwrites it; `tone`, `soft` or `grain` 0 skips its step. `row`: six bytes per
 * pixel of a row, filled up to eight pixels. `soft`: eight halves per node, one every 1 << softBits px (3 to 5), `nodes` per row. `noise`:
 * 256 rows of 264 signed bytes from noiseX, noiseY on, a row's last eight equal to its first. `grain`: levels (of 255) times 128.
 */
export function finish(pixels: usize, width: i32, height: i32, row: usize, tone: usize, soft: usize, nodes: i32, softBits: i32, noise: usize, noiseX: i32, noiseY: i32, grain: i32): void {
  const rowEnd = row + ((width + 7) >> 3) * ROW_CELL
  const stride = nodes << 4
  const mask = (1 << softBits) - 1
  for (let y = 0; y < height; y++) {
    const at = pixels + ((y * width) << 2)
    readRow(at, row, rowEnd, tone)
    if (soft) softenRow(row, rowEnd, soft + (y >> softBits) * stride, stride, i16x8.splat(<i16>((y & mask) << (15 - softBits))), softBits)
    if (grain) grainRow(row, rowEnd, noise + ((y + noiseY) & NOISE_MASK) * NOISE_STRIDE, noiseX, grain)
    writeRow(at, row, width)
  }
}
