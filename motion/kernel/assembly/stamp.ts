import { storeCell } from './store-cell'

/** The extra bits of precision of a colour while it is blended. */
const GUARD_BITS: i32 = 6
const HALF_GUARD: i16 = 32

/** Blends a colour over some pixels: adds the share `weight` (Q15) of it, and removes the share `weight` x `cover` of the background. */
export function blendOver(pixels: v128, colour: v128, weight: v128, cover: v128): v128 {
  const widened = i16x8.shl(pixels, GUARD_BITS)
  const hiddenPixels = i16x8.q15mulr_sat_s(widened, i16x8.q15mulr_sat_s(weight, cover))
  const sum = i16x8.add(i16x8.sub(widened, hiddenPixels), i16x8.q15mulr_sat_s(colour, weight))
  return i16x8.shr_s(i16x8.add(sum, i16x8.splat(HALF_GUARD)), GUARD_BITS)
}

/** The colour (four bytes) at an address, widened for `blendOver` and repeated twice. */
export function colourOf(item: usize): v128 {
  return i16x8.shl(i16x8.extend_low_i8x16_u(v128.load_splat<i32>(item)), GUARD_BITS)
}

/** Interpolates the values of a mask (bytes times 128) with the previous values by `part` (Q15). */
function interpolate(current: v128, previous: v128, part: v128): v128 {
  return i16x8.add(current, i16x8.q15mulr_sat_s(i16x8.sub(previous, current), part))
}

function maskAt(address: usize): v128 {
  return i16x8.shl(v128.load_ext<u8>(address), 7)
}

/** Eight weights of a mask shifted by a fraction of a pixel right and down. */
function weightsAt(mask: usize, side: i32, partX: v128, partY: v128): v128 {
  const column = interpolate(maskAt(mask), maskAt(mask - side), partY)
  const columnBefore = interpolate(maskAt(mask - 1), maskAt(mask - side - 1), partY)
  return interpolate(column, columnBefore, partX)
}

/** Whether all bytes that `weightsAt` reads are 0. */
function isEmpty(mask: usize, side: i32): bool {
  const above = mask - side
  return (load<u64>(mask) | load<u64>(mask - 1) | load<u64>(above) | load<u64>(above - 1)) == 0
}

function blendCell(target: usize, roomBytes: i32, weights: v128, colour: v128, cover: v128): void {
  const p = v128.load(target)
  const q = v128.load(target, 16)
  const a = blendOver(i16x8.extend_low_i8x16_u(p), colour, v128.shuffle<i16>(weights, weights, 0, 0, 0, 0, 1, 1, 1, 1), cover)
  const b = blendOver(i16x8.extend_high_i8x16_u(p), colour, v128.shuffle<i16>(weights, weights, 2, 2, 2, 2, 3, 3, 3, 3), cover)
  const c = blendOver(i16x8.extend_low_i8x16_u(q), colour, v128.shuffle<i16>(weights, weights, 4, 4, 4, 4, 5, 5, 5, 5), cover)
  const d = blendOver(i16x8.extend_high_i8x16_u(q), colour, v128.shuffle<i16>(weights, weights, 6, 6, 6, 6, 7, 7, 7, 7), cover)
  storeCell(target, roomBytes, i8x16.narrow_i16x8_u(a, b), i8x16.narrow_i16x8_u(c, d))
}

function stampOne(item: usize, pixels: usize, width: i32, height: i32): void {
  const x = load<i32>(item)
  const y = load<i32>(item, 4)
  const mask = <usize>load<u32>(item, 8)
  const side = <i32>load<u16>(item, 12)
  const left = x >> 16
  const top = y >> 16
  const firstColumn = max(0, -left)
  const endColumn = min(side, width - left)
  const endRow = min(<i32>load<u16>(item, 14), height - top)
  const partX = i16x8.splat(<i16>((x & 0xffff) >> 1))
  const partY = i16x8.splat(<i16>((y & 0xffff) >> 1))
  const colour = colourOf(item + 16)
  const opacity = v128.load_splat<i16>(item, 20)
  const cover = v128.load_splat<i16>(item, 22)
  for (let row = max(0, -top); row < endRow; row++) {
    const maskRow = mask + row * side
    const target = pixels + (((top + row) * width + left) << 2)
    for (let column = firstColumn; column < endColumn; column += 8) {
      if (isEmpty(maskRow + column, side)) continue
      const weights = i16x8.q15mulr_sat_s(weightsAt(maskRow + column, side, partX, partY), opacity)
      blendCell(target + (column << 2), (endColumn - column) << 2, weights, colour, cover)
    }
  }
}

/**
 * Stamps masks into an RGBA frame. An item is six words: left and top (16.16), the mask's offset, its sides (halves: width, height), a
 * colour (bytes r, g, b, 255), opacity and cover (halves, Q15; cover 0 only adds light). A mask's last row and column and the width + 1
 * bytes before the mask are 0.
 */
export function stamp(items: usize, count: i32, pixels: usize, width: i32, height: i32): void {
  for (let i = 0; i < count; i++) stampOne(items + i * 24, pixels, width, height)
}
