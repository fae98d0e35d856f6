import { colourOf, blendOver } from './stamp'

/** The mask at a 16.16 position, interpolated bilinearly: a byte times 128. */
function maskBetween(mask: usize, side: i32, u: i32, v: i32): i32 {
  const at = mask + (v >> 16) * side + (u >> 16)
  const partX = (u >> 8) & 255
  const partY = (v >> 8) & 255
  const upper = (<i32>load<u8>(at) << 8) + (<i32>load<u8>(at, 1) - <i32>load<u8>(at)) * partX
  const below = at + side
  const lower = (<i32>load<u8>(below) << 8) + (<i32>load<u8>(below, 1) - <i32>load<u8>(below)) * partX
  return ((upper << 8) + (lower - upper) * partY) >> 9
}

function stampOne(item: usize, pixels: usize, width: i32, height: i32): void {
  const x = load<i32>(item)
  const y = load<i32>(item, 4)
  const mask = <usize>load<u32>(item, 8)
  const side = <i32>load<u16>(item, 12)
  const rows = <i32>load<u16>(item, 14)
  const colour = colourOf(item + 16)
  const opacity = <i32>load<i16>(item, 20)
  const cover = v128.load_splat<i16>(item, 22)
  const uRight = load<i32>(item, 24)
  const vRight = load<i32>(item, 28)
  const uDown = load<i32>(item, 32)
  const vDown = load<i32>(item, 36)
  const reachX = <i32>load<u16>(item, 40)
  const reachY = <i32>load<u16>(item, 42)
  const uEnd = (side - 1) << 16
  const vEnd = (rows - 1) << 16
  const left = max(0, (x >> 16) - reachX)
  const right = min(width, (x >> 16) + reachX + 2)
  const bottom = min(height, (y >> 16) + reachY + 2)
  for (let row = max(0, (y >> 16) - reachY); row < bottom; row++) {
    const stepX = (left << 16) - x
    const stepY = (row << 16) - y
    let u = (uEnd >> 1) + <i32>((<i64>stepX * uRight + <i64>stepY * uDown) >> 16)
    let v = (vEnd >> 1) + <i32>((<i64>stepX * vRight + <i64>stepY * vDown) >> 16)
    let target = pixels + ((row * width + left) << 2)
    for (let column = left; column < right; column++) {
      if (<u32>u < <u32>uEnd && <u32>v < <u32>vEnd) {
        const weight = (maskBetween(mask, side, u, v) * opacity + 16384) >> 15
        if (weight > 0) {
          const blended = blendOver(i16x8.extend_low_i8x16_u(v128.load32_zero(target)), colour, i16x8.splat(<i16>weight), cover)
          v128.store32_lane(target, i8x16.narrow_i16x8_u(blended, blended), 0)
        }
      }
      u += uRight
      v += vRight
      target += 4
    }
  }
}

/**
 * Stamps rotated and scaled masks. An item is eleven words: the centre's x and y (16.16), then mask, sides, colour, opacity and cover as for
 * `stamp`, the step of the mask position per pixel to the right (u, v) and down (u, v) in 16.16, and the mask's extent from its centre in
 * whole pixels (halves: across, down).
 */
export function stampTurned(items: usize, count: i32, pixels: usize, width: i32, height: i32): void {
  for (let i = 0; i < count; i++) stampOne(items + i * 44, pixels, width, height)
}
