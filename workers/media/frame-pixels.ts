import type { Size } from '#shared/domain/media-limits.ts'
import { planesOf } from './play-order.ts'

/** RGBA, opaque, row by row. */
export type Pixels = Uint8ClampedArray<ArrayBuffer>

/** An I420 frame as screen colours, scaled to a size. The result shares no memory with the frame. */
export function framePixels(frame: Uint8Array, size: Size, colorSpace: VideoColorSpaceInit, target: Size = size): Pixels {
  const [lumaPlane, bluePlane, redPlane] = planesOf(size).map((plane, index) => {
    const divisor = index === 0 ? 1 : 2
    return scalePlane(frame.subarray(plane.offset), { width: size.width / divisor, height: size.height / divisor }, target)
  })
  if (lumaPlane === undefined || bluePlane === undefined || redPlane === undefined) throw new Error('An I420 frame has three planes.')
  const { black, lumaGain, redGain, blueGain, greenOfBlue, greenOfRed } = gainsOf(colorSpace)
  const pixels = new Uint8ClampedArray(target.width * target.height * 4)
  for (let index = 0; index < lumaPlane.length; index += 1) {
    const light = ((lumaPlane[index] ?? 0) - black) * lumaGain
    const cb = (bluePlane[index] ?? 0) - 128
    const cr = (redPlane[index] ?? 0) - 128
    const at = index * 4
    pixels[at] = light + cr * redGain
    pixels[at + 1] = light - cb * greenOfBlue - cr * greenOfRed
    pixels[at + 2] = light + cb * blueGain
    pixels[at + 3] = 255
  }
  return pixels
}

/** The shares of red and blue in the luma of each matrix. All other matrices are treated as Rec. 709. */
const RED_BLUE_SHARES: Readonly<Record<string, readonly [number, number]>> = {
  smpte170m: [0.299, 0.114],
  bt470bg: [0.299, 0.114],
  'bt2020-ncl': [0.2627, 0.0593],
}
const REC_709 = [0.2126, 0.0722] as const

function gainsOf({ matrix, fullRange }: VideoColorSpaceInit) {
  const [redShare, blueShare] = RED_BLUE_SHARES[matrix ?? ''] ?? REC_709
  const [black, lumaSteps, chromaSteps] = fullRange === true ? [0, 255, 255] : [16, 219, 224]
  const redGain = (255 / chromaSteps) * 2 * (1 - redShare)
  const blueGain = (255 / chromaSteps) * 2 * (1 - blueShare)
  const greenShare = 1 - redShare - blueShare
  return {
    black,
    lumaGain: 255 / lumaSteps,
    redGain,
    blueGain,
    greenOfBlue: (blueGain * blueShare) / greenShare,
    greenOfRed: (redGain * redShare) / greenShare,
  }
}

/** Scales a plane bilinearly. If the plane is reduced, each result averages all values that it covers. */
function scalePlane(source: Uint8Array, sourceSize: Size, targetSize: Size): Float32Array {
  const result = new Float32Array(targetSize.width * targetSize.height)
  const columnTaps = tapsOf(sourceSize.width, targetSize.width)
  const rowTaps = tapsOf(sourceSize.height, targetSize.height)
  const columnSums = new Float32Array(sourceSize.width)
  for (let row = 0; row < targetSize.height; row += 1) {
    columnSums.fill(0)
    const firstRow = rowTaps.starts[row] ?? 0
    for (let tap = 0; tap < rowTaps.count; tap += 1) {
      const weight = rowTaps.weights[row * rowTaps.count + tap] ?? 0
      if (weight > 0) addWeighted(columnSums, source, (firstRow + tap) * sourceSize.width, weight)
    }
    for (let column = 0; column < targetSize.width; column += 1) {
      const start = columnTaps.starts[column] ?? 0
      const weightAt = column * columnTaps.count
      let sum = 0
      for (let tap = 0; tap < columnTaps.count; tap += 1) sum += (columnTaps.weights[weightAt + tap] ?? 0) * (columnSums[start + tap] ?? 0)
      result[row * targetSize.width + column] = sum
    }
  }
  return result
}

function addWeighted(sums: Float32Array, source: Uint8Array, start: number, weight: number): void {
  for (let column = 0; column < sums.length; column += 1) sums[column] = (sums[column] ?? 0) + weight * (source[start + column] ?? 0)
}

/** The source values and weights of each value of a scaled line. */
function tapsOf(sourceLength: number, targetLength: number) {
  const reach = Math.max(1, sourceLength / targetLength)
  const count = Math.min(sourceLength, Math.ceil(2 * reach) + 1)
  const starts = new Uint32Array(targetLength)
  const weights = new Float32Array(targetLength * count)
  for (let index = 0; index < targetLength; index += 1) {
    const middle = ((index + 0.5) * sourceLength) / targetLength - 0.5
    const start = Math.max(0, Math.min(sourceLength - count, Math.ceil(middle - reach)))
    const shares = Array.from({ length: count }, (_, tap) => Math.max(0, 1 - Math.abs(start + tap - middle) / reach))
    const sum = shares.reduce((total, share) => total + share, 0)
    starts[index] = start
    for (const [tap, share] of shares.entries()) weights[index * count + tap] = share / sum
  }
  return { starts, weights, count }
}
