import type { Picture, Plane } from '../pixels.ts'

/** The distance by which the picture continues into a hidden area, in picture widths. */
const MIRROR_REACH = 0.06

/**
 * Paints a layer's premultiplied RGBA in the picture's size: the picture's own pixels by their opacity. Where `hiddenMask` is above 0, it
 * paints the colours of `filledPlanes` (red, green, blue and opacity, 0 to 255), mixed with a mirror image of the area beside it.
 */
export function paintLayer(
  { data, width, height }: Picture,
  alpha: Plane,
  hiddenMask: Plane | null,
  filledPlanes: readonly Plane[] | null,
): Uint8Array {
  const pixels = new Uint8Array(data)
  const words = new Uint32Array(pixels.buffer)
  const opacities = new Float32Array(width)
  const fillShares = new Float32Array(width)
  const fills = (filledPlanes ?? []).map((plane) => ({ plane, row: new Float32Array(width) }))
  for (let y = 0, at = 0; y < height; y++) {
    const down = (y + 0.5) / height
    sampleRow(alpha, down, opacities)
    const hasHidden = hiddenMask !== null && sampleRow(hiddenMask, down, fillShares)
    if (hasHidden) {
      for (const { plane, row } of fills) sampleRow(plane, down, row)
      mirrorSides(data.subarray(y * width * 4, (y + 1) * width * 4), opacities, fillShares, fills)
    }
    for (let x = 0; x < width; x++, at += 4) {
      const fillShare = hasHidden ? (fillShares[x] ?? 0) : 0
      const ownShare = (opacities[x] ?? 0) * (1 - fillShare)
      if (ownShare === 1) continue
      if (ownShare === 0 && fillShare === 0) {
        words[at >> 2] = 0
        continue
      }
      pixels[at] = (data[at] ?? 0) * ownShare + (fills[0]?.row[x] ?? 0) * fillShare + 0.5
      pixels[at + 1] = (data[at + 1] ?? 0) * ownShare + (fills[1]?.row[x] ?? 0) * fillShare + 0.5
      pixels[at + 2] = (data[at + 2] ?? 0) * ownShare + (fills[2]?.row[x] ?? 0) * fillShare + 0.5
      pixels[at + 3] = 255 * ownShare + (fills[3]?.row[x] ?? 0) * fillShare + 0.5
    }
  }
  return pixels
}

/** Continues the picture into the hidden runs of a line as its mirror image from both sides, fading with distance. */
function mirrorSides(
  line: Uint8Array,
  opacities: Float32Array,
  fillShares: Float32Array,
  fills: readonly { readonly row: Float32Array }[],
): void {
  const width = fillShares.length
  const reach = MIRROR_REACH * width
  const ownColour = (x: number, channel: number) => (channel === 3 ? 255 : (line[x * 4 + channel] ?? 0)) * (opacities[x] ?? 0)
  const isShown = (x: number) => x >= 0 && x < width && fillShares[x] === 0
  for (let start = 0; start < width; start++) {
    if (fillShares[start] === 0) continue
    let end = start
    while (end < width && fillShares[end] !== 0) end++
    for (let x = start; x < end; x++) {
      const [left, right] = [2 * start - 1 - x, 2 * end - 1 - x]
      const part = (x - start + 0.5) / (end - start)
      const fromLeft = isShown(left) ? (1 - part) * Math.max(0, 1 - (x - start) / reach) : 0
      const fromRight = isShown(right) ? part * Math.max(0, 1 - (end - 1 - x) / reach) : 0
      for (const [channel, { row }] of fills.entries()) {
        row[x] = (row[x] ?? 0) * (1 - fromLeft - fromRight) + ownColour(left, channel) * fromLeft + ownColour(right, channel) * fromRight
      }
    }
    start = end
  }
}

/**
 * Writes a plane's values along a horizontal line into `targetRow`; `down` is the line's position as a share of the plane's height. Returns
 * whether any value is above 0.
 */
function sampleRow({ width, height, values }: Plane, down: number, targetRow: Float32Array): boolean {
  const y = Math.max(0, Math.min(height - 1, down * height - 0.5))
  const upper = Math.min(height - 2, Math.floor(y)) * width
  const part = y - upper / width
  const row = new Float32Array(width)
  let [lowest, highest] = [Infinity, -Infinity]
  for (let x = 0; x < width; x++) {
    const value = (values[upper + x] ?? 0) * (1 - part) + (values[upper + width + x] ?? 0) * part
    row[x] = value
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  if (lowest === highest) {
    targetRow.fill(lowest)
    return lowest > 0
  }
  const scale = width / targetRow.length
  for (let at = 0; at < targetRow.length; at++) {
    const x = Math.max(0, Math.min(width - 1, (at + 0.5) * scale - 0.5))
    const left = Math.min(width - 2, Math.floor(x))
    targetRow[at] = (row[left] ?? 0) * (1 - x + left) + (row[left + 1] ?? 0) * (x - left)
  }
  return highest > 0
}

/** Pixel values of a picture, `channels` per pixel, and the confidence of each pixel, 0 to 1. */
interface PartialPixels {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly values: Float32Array
  readonly weights: Float32Array
}

/**
 * Fills unknown pixels from their surroundings: it averages up a pyramid and interpolates down again. Narrow gaps follow their rim, wide
 * ones become smooth. Pixels of weight 1 stay unchanged. Without any known pixel all are 0.
 */
export function fillGaps(partial: PartialPixels): Float32Array {
  const { width, height, channels, values, weights } = partial
  if (width === 1 && height === 1) return Float32Array.from(values)
  const coarsePixels = halvePixels(partial)
  const surroundings = fillGaps(coarsePixels)
  const filledValues = Float32Array.from(values)
  for (let y = 0, pixel = 0; y < height; y++) {
    const down = Math.max(0, Math.min(coarsePixels.height - 1, (y + 0.5) / 2 - 0.5))
    const upper = Math.floor(down)
    const lower = Math.min(coarsePixels.height - 1, upper + 1)
    for (let x = 0; x < width; x++, pixel++) {
      const weight = weights[pixel] ?? 0
      if (weight >= 1) continue
      const across = Math.max(0, Math.min(coarsePixels.width - 1, (x + 0.5) / 2 - 0.5))
      const left = Math.floor(across)
      const right = Math.min(coarsePixels.width - 1, left + 1)
      const [partX, partY] = [across - left, down - upper]
      const [a, b] = [(upper * coarsePixels.width + left) * channels, (upper * coarsePixels.width + right) * channels]
      const [c, d] = [(lower * coarsePixels.width + left) * channels, (lower * coarsePixels.width + right) * channels]
      for (let channel = 0; channel < channels; channel++) {
        const top = (surroundings[a + channel] ?? 0) * (1 - partX) + (surroundings[b + channel] ?? 0) * partX
        const bottom = (surroundings[c + channel] ?? 0) * (1 - partX) + (surroundings[d + channel] ?? 0) * partX
        const ownValue = (values[pixel * channels + channel] ?? 0) * weight
        filledValues[pixel * channels + channel] = ownValue + (top + (bottom - top) * partY) * (1 - weight)
      }
    }
  }
  return filledValues
}

/** Half the resolution: weighted means of two by two pixels. */
function halvePixels({ width, height, channels, values, weights }: PartialPixels): PartialPixels {
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const means = new Float32Array(columns * rows * channels)
  const sums = new Float32Array(columns * rows)
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      const weight = weights[pixel] ?? 0
      if (weight === 0) continue
      const to = (y >> 1) * columns + (x >> 1)
      sums[to] = (sums[to] ?? 0) + weight
      for (let channel = 0; channel < channels; channel++) {
        means[to * channels + channel] = (means[to * channels + channel] ?? 0) + weight * (values[pixel * channels + channel] ?? 0)
      }
    }
  }
  for (let to = 0; to < sums.length; to++) {
    const sum = sums[to] ?? 0
    if (sum === 0) continue
    for (let channel = 0; channel < channels; channel++) means[to * channels + channel] = (means[to * channels + channel] ?? 0) / sum
    sums[to] = Math.min(1, sum)
  }
  return { width: columns, height: rows, channels, values: means, weights: sums }
}
