import { CELL, CELL_BITS } from './grid'
import { storeCell } from './store-cell'
import { pixelAddress, rowEnds, samplePair } from './warp'

/** The weights of a cell's eight pixels in Q15, in a row at `rowPart` of the way to the row of nodes below. */
function weightsOf(node: usize, stride: usize, rowPart: v128): v128 {
  const left = weightAt(node, stride, rowPart)
  const difference = i16x8.sub(weightAt(node + 2, stride, rowPart), left)
  return i16x8.add(left, i16x8.q15mulr_sat_s(difference, i16x8(0, 4096, 8192, 12288, 16384, 20480, 24576, 28672)))
}

function weightAt(node: usize, stride: usize, rowPart: v128): v128 {
  const above = v128.load_splat<i16>(node)
  return i16x8.add(above, i16x8.q15mulr_sat_s(i16x8.sub(v128.load_splat<i16>(node + stride), above), rowPart))
}

/** Mixes two pixels: `a` at weight 0, `b` at full weight. Each channel is a byte in 16 bits. */
function mixPair(a: v128, b: v128, weight: v128): v128 {
  return i16x8.add(a, i16x8.shr_s(i16x8.add(i16x8.q15mulr_sat_s(i16x8.shl(i16x8.sub(b, a), 6), weight), i16x8.splat(32)), 6))
}

/** Draws two premultiplied pixels over two opaque ones. Each channel is a byte in 16 bits. */
function overPair(front: v128, back: v128): v128 {
  const alpha = v128.shuffle<i16>(front, front, 3, 3, 3, 3, 7, 7, 7, 7)
  const visibleBack = i16x8.add(i16x8.mul(back, i16x8.sub(i16x8.splat(255), alpha)), i16x8.splat(128))
  return i16x8.add(front, i16x8.shr_u(i16x8.add(visibleBack, i16x8.shr_u(visibleBack, 8)), 8))
}

/** Draws four premultiplied pixels over the frame's four pixels at `target`. */
function overFour(target: usize, first: v128, second: v128): v128 {
  const front = i8x16.narrow_i16x8_u(first, second)
  if (i32x4.all_true(i32x4.eq(v128.or(front, i32x4.splat(0x00ffffff)), i32x4.splat(-1)))) return front
  const back = v128.load(target)
  return i8x16.narrow_i16x8_u(overPair(first, i16x8.extend_low_i8x16_u(back)), overPair(second, i16x8.extend_high_i8x16_u(back)))
}

/**
 * Draws a premultiplied RGBA layer over an opaque frame, sampled as `warp` does. Skips cells whose byte in `cover` is 0. `soft` (0 for
 * none) is the layer blurred, at half its resolution: its pixel i covers the layer's pixel 2 * i. `weights` (halves at the nodes) is the
 * share of `soft`.
 */
export function drawLayer(sharp: usize, sharpWidth: i32, soft: usize, softWidth: i32, grid: usize, nodes: i32, cover: usize, weights: usize, output: usize, width: i32, height: i32): void {
  const sharpStride = sharpWidth << 2
  const softStride = softWidth << 2
  const gridStride = nodes << 3
  const weightStride = nodes << 1
  for (let y = 0; y < height; y++) {
    const row = y >> CELL_BITS
    const rowPart = i32x4.splat(y & (CELL - 1))
    const weightPart = i16x8.splat(<i16>((y & (CELL - 1)) << 12))
    let node = grid + row * gridStride
    let weight = weights + row * weightStride
    let cell = cover + row * nodes
    let target = output + ((y * width) << 2)
    const rowEnd = target + (width << 2)
    while (target < rowEnd) {
      if (load<u8>(cell)) {
        const ends = rowEnds(node, gridStride, rowPart)
        const start = v128.shuffle<i64>(ends, ends, 0, 0)
        const step = i32x4.shr_s(i32x4.sub(v128.shuffle<i64>(ends, ends, 1, 1), start), CELL_BITS)
        const twoSteps = i32x4.shl(step, 1)
        const points0 = i32x4.add(start, v128.and(step, i64x2(0, -1)))
        const points1 = i32x4.add(points0, twoSteps)
        const points2 = i32x4.add(points1, twoSteps)
        const points3 = i32x4.add(points2, twoSteps)
        const px = i32x4.extract_lane(start, 0)
        const py = i32x4.extract_lane(start, 1)
        const dx = i32x4.extract_lane(step, 0)
        const dy = i32x4.extract_lane(step, 1)
        let pixels0 = samplePair(pixelAddress(sharp, sharpStride, px, py), pixelAddress(sharp, sharpStride, px + dx, py + dy), sharpStride, points0)
        let pixels1 = samplePair(pixelAddress(sharp, sharpStride, px + 2 * dx, py + 2 * dy), pixelAddress(sharp, sharpStride, px + 3 * dx, py + 3 * dy), sharpStride, points1)
        let pixels2 = samplePair(pixelAddress(sharp, sharpStride, px + 4 * dx, py + 4 * dy), pixelAddress(sharp, sharpStride, px + 5 * dx, py + 5 * dy), sharpStride, points2)
        let pixels3 = samplePair(pixelAddress(sharp, sharpStride, px + 6 * dx, py + 6 * dy), pixelAddress(sharp, sharpStride, px + 7 * dx, py + 7 * dy), sharpStride, points3)
        if (soft && (load<i32>(weight) | load<i32>(weight + weightStride))) {
          const cellWeights = weightsOf(weight, weightStride, weightPart)
          pixels0 = mixPair(pixels0, sampleHalf(soft, softStride, points0), v128.shuffle<i16>(cellWeights, cellWeights, 0, 0, 0, 0, 1, 1, 1, 1))
          pixels1 = mixPair(pixels1, sampleHalf(soft, softStride, points1), v128.shuffle<i16>(cellWeights, cellWeights, 2, 2, 2, 2, 3, 3, 3, 3))
          pixels2 = mixPair(pixels2, sampleHalf(soft, softStride, points2), v128.shuffle<i16>(cellWeights, cellWeights, 4, 4, 4, 4, 5, 5, 5, 5))
          pixels3 = mixPair(pixels3, sampleHalf(soft, softStride, points3), v128.shuffle<i16>(cellWeights, cellWeights, 6, 6, 6, 6, 7, 7, 7, 7))
        }
        storeCell(target, <i32>(rowEnd - target), overFour(target, pixels0, pixels1), overFour(target + 16, pixels2, pixels3))
      }
      node += 8
      weight += 2
      cell += 1
      target += CELL << 2
    }
  }
}

/** Two pixels of a source at half the resolution, at positions of the full one. */
function sampleHalf(source: usize, stride: i32, positions: v128): v128 {
  const halved = i32x4.shr_s(positions, 1)
  const first = pixelAddress(source, stride, i32x4.extract_lane(halved, 0), i32x4.extract_lane(halved, 1))
  const second = pixelAddress(source, stride, i32x4.extract_lane(halved, 2), i32x4.extract_lane(halved, 3))
  return samplePair(first, second, stride, halved)
}
