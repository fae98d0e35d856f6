import type { Size } from '#shared/domain/media-limits.ts'
import { planesOf } from './play-order.ts'

/** RGBA, opaque, row by row. */
export type Pixels = Uint8ClampedArray<ArrayBuffer>

/** An I420 frame as screen colours, scaled to a size. The result shares no memory with the frame. */
export function framePixels(frame: Uint8Array, size: Size, colorSpace: VideoColorSpaceInit, target: Size = size): Pixels {
  const [luma, blue, red] = planesOf(size).map((plane, index) => {
    const by = index === 0 ? 1 : 2
    return scalePlane(frame.subarray(plane.offset), { width: size.width / by, height: size.height / by }, target)
  })
  if (luma === undefined || blue === undefined || red === undefined) throw new Error('An I420 frame has three planes.')
  const { black, lumaGain, redGain, blueGain, greenOfBlue, greenOfRed } = gainsOf(colorSpace)
  const pixels = new Uint8ClampedArray(target.width * target.height * 4)
  for (let index = 0; index < luma.length; index += 1) {
    const light = ((luma[index] ?? 0) - black) * lumaGain
    const cb = (blue[index] ?? 0) - 128
    const cr = (red[index] ?? 0) - 128
    const at = index * 4
    pixels[at] = light + cr * redGain
    pixels[at + 1] = light - cb * greenOfBlue - cr * greenOfRed
    pixels[at + 2] = light + cb * blueGain
    pixels[at + 3] = 255
  }
  return pixels
}

/** The shares of red and blue in the luma of each matrix. All others are treated as Rec. 709. */
const RED_BLUE_SHARES: Readonly<Record<string, readonly [number, number]>> = {
  smpte170m: [0.299, 0.114],
  bt470bg: [0.299, 0.114],
  'bt2020-ncl': [0.2627, 0.0593],
}
const REC_709 = [0.2126, 0.0722] as const

function gainsOf({ matrix, fullRange }: VideoColorSpaceInit) {
  const [ofRed, ofBlue] = RED_BLUE_SHARES[matrix ?? ''] ?? REC_709
  const [black, lumaSteps, chromaSteps] = fullRange === true ? [0, 255, 255] : [16, 219, 224]
  const redGain = (255 / chromaSteps) * 2 * (1 - ofRed)
  const blueGain = (255 / chromaSteps) * 2 * (1 - ofBlue)
  const ofGreen = 1 - ofRed - ofBlue
  return {
    black,
    lumaGain: 255 / lumaSteps,
    redGain,
    blueGain,
    greenOfBlue: (blueGain * ofBlue) / ofGreen,
    greenOfRed: (redGain * ofRed) / ofGreen,
  }
}

/** Scales a plane bilinearly. If the plane is reduced, each result averages all values that it covers. */
function scalePlane(source: Uint8Array, from: Size, to: Size): Float32Array {
  const result = new Float32Array(to.width * to.height)
  const across = tapsOf(from.width, to.width)
  const down = tapsOf(from.height, to.height)
  const sums = new Float32Array(from.width)
  for (let row = 0; row < to.height; row += 1) {
    sums.fill(0)
    const firstRow = down.starts[row] ?? 0
    for (let tap = 0; tap < down.count; tap += 1) {
      const weight = down.weights[row * down.count + tap] ?? 0
      if (weight > 0) addWeighted(sums, source, (firstRow + tap) * from.width, weight)
    }
    for (let column = 0; column < to.width; column += 1) {
      const start = across.starts[column] ?? 0
      const weightAt = column * across.count
      let sum = 0
      for (let tap = 0; tap < across.count; tap += 1) sum += (across.weights[weightAt + tap] ?? 0) * (sums[start + tap] ?? 0)
      result[row * to.width + column] = sum
    }
  }
  return result
}

function addWeighted(sums: Float32Array, source: Uint8Array, start: number, weight: number): void {
  for (let column = 0; column < sums.length; column += 1) sums[column] = (sums[column] ?? 0) + weight * (source[start + column] ?? 0)
}

/** The source values and weights of each value of a scaled line. */
function tapsOf(from: number, to: number) {
  const reach = Math.max(1, from / to)
  const count = Math.min(from, Math.ceil(2 * reach) + 1)
  const starts = new Uint32Array(to)
  const weights = new Float32Array(to * count)
  for (let index = 0; index < to; index += 1) {
    const middle = ((index + 0.5) * from) / to - 0.5
    const start = Math.max(0, Math.min(from - count, Math.ceil(middle - reach)))
    const shares = Array.from({ length: count }, (_, tap) => Math.max(0, 1 - Math.abs(start + tap - middle) / reach))
    const sum = shares.reduce((total, share) => total + share, 0)
    starts[index] = start
    for (const [tap, share] of shares.entries()) weights[index * count + tap] = share / sum
  }
  return { starts, weights, count }
}
