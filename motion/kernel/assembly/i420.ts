// The coefficients of Rec. 709 in limited range (luma times 219/255, chroma times 224/255), as fixed point of 15 bits.
const LUMA_R: i16 = 5983
const LUMA_G: i16 = 20127
const LUMA_B: i16 = 2032
const CB_R: i16 = -3298
const CB_G: i16 = -11094
const CB_B: i16 = 14392
const CR_R: i16 = 14392
const CR_G: i16 = -13073
const CR_B: i16 = -1319

function dotColour(pixels: v128, r: i16, g: i16, b: i16): v128 {
  return i32x4.dot_i16x8_s(pixels, i16x8(r, g, b, 0, r, g, b, 0))
}

/** Adds the two halves of each pixel's dot product: four pixels in, four sums out. */
function joinSums(first: v128, second: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(first, second, 0, 2, 4, 6), v128.shuffle<i32>(first, second, 1, 3, 5, 7))
}

function lumaOfPixel(address: usize): i32 {
  return (<i32>load<u8>(address) * LUMA_R + <i32>load<u8>(address, 1) * LUMA_G + <i32>load<u8>(address, 2) * LUMA_B + (16 << 15) + (1 << 14)) >> 15
}

function lumaRow(pixels: usize, target: usize, width: i32): void {
  const offset = i32x4.splat((16 << 15) + (1 << 14))
  let x = 0
  for (; x + 8 <= width; x += 8) {
    const a = v128.load(pixels + (x << 2))
    const b = v128.load(pixels + (x << 2), 16)
    const s0 = dotColour(i16x8.extend_low_i8x16_u(a), LUMA_R, LUMA_G, LUMA_B)
    const s1 = dotColour(i16x8.extend_high_i8x16_u(a), LUMA_R, LUMA_G, LUMA_B)
    const s2 = dotColour(i16x8.extend_low_i8x16_u(b), LUMA_R, LUMA_G, LUMA_B)
    const s3 = dotColour(i16x8.extend_high_i8x16_u(b), LUMA_R, LUMA_G, LUMA_B)
    const low = i32x4.shr_s(i32x4.add(joinSums(s0, s1), offset), 15)
    const high = i32x4.shr_s(i32x4.add(joinSums(s2, s3), offset), 15)
    const words = v128.narrow<i32>(low, high)
    v128.store64_lane(target + x, i8x16.narrow_i16x8_u(words, words), 0)
  }
  for (; x < width; x++) store<u8>(target + x, lumaOfPixel(pixels + (x << 2)))
}

/** Two 2x2 blocks of pixels, each summed to one RGBA of 16-bit values. */
function blockSums(top: usize, bottom: usize): v128 {
  const t = v128.load(top)
  const b = v128.load(bottom)
  const left = i16x8.add(i16x8.extend_low_i8x16_u(t), i16x8.extend_low_i8x16_u(b))
  const right = i16x8.add(i16x8.extend_high_i8x16_u(t), i16x8.extend_high_i8x16_u(b))
  return i16x8.add(v128.shuffle<i64>(left, right, 0, 2), v128.shuffle<i64>(left, right, 1, 3))
}

function chromaOfBlock(top: usize, bottom: usize, r: i32, g: i32, b: i32): i32 {
  let sum = 0
  for (let i: usize = 0; i < 8; i += 4) {
    sum += <i32>(load<u8>(top + i) + <i32>load<u8>(bottom + i)) * r
    sum += <i32>(load<u8>(top + i, 1) + <i32>load<u8>(bottom + i, 1)) * g
    sum += <i32>(load<u8>(top + i, 2) + <i32>load<u8>(bottom + i, 2)) * b
  }
  return (sum + (128 << 17) + (1 << 16)) >> 17
}

function chromaRow(top: usize, bottom: usize, cb: usize, cr: usize, width: i32): void {
  const offset = i32x4.splat((128 << 17) + (1 << 16))
  let x = 0
  for (; x + 8 <= width; x += 8) {
    const at = x << 2
    const first = blockSums(top + at, bottom + at)
    const second = blockSums(top + at + 16, bottom + at + 16)
    const b4 = i32x4.shr_s(i32x4.add(joinSums(dotColour(first, CB_R, CB_G, CB_B), dotColour(second, CB_R, CB_G, CB_B)), offset), 17)
    const r4 = i32x4.shr_s(i32x4.add(joinSums(dotColour(first, CR_R, CR_G, CR_B), dotColour(second, CR_R, CR_G, CR_B)), offset), 17)
    const words = v128.narrow<i32>(b4, r4)
    const bytes = i8x16.narrow_i16x8_u(words, words)
    v128.store32_lane(cb + (x >> 1), bytes, 0)
    v128.store32_lane(cr + (x >> 1), bytes, 1)
  }
  for (; x < width; x += 2) {
    const at = x << 2
    store<u8>(cb + (x >> 1), chromaOfBlock(top + at, bottom + at, CB_R, CB_G, CB_B))
    store<u8>(cr + (x >> 1), chromaOfBlock(top + at, bottom + at, CR_R, CR_G, CR_B))
  }
}

/** Writes RGBA (width x height, both even) as planar I420 of Rec. 709 in limited range. */
export function toI420(pixels: usize, output: usize, width: i32, height: i32): void {
  const stride = width << 2
  const cb = output + width * height
  const cr = cb + ((width * height) >> 2)
  for (let y = 0; y < height; y += 2) {
    const top = pixels + y * stride
    const half = (y >> 1) * (width >> 1)
    lumaRow(top, output + y * width, width)
    lumaRow(top + stride, output + (y + 1) * width, width)
    chromaRow(top, top + stride, cb + half, cr + half, width)
  }
}
