/** Values of the pixels of a picture, `channels` a pixel, and how far each pixel is known, 0 to 1. */
export interface PartlyKnown {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly values: Float32Array
  readonly weights: Float32Array
}

/**
 * Fills what is not known from what lies around it, by pulling means up a pyramid and pushing them down again: near gaps follow their rim,
 * wide ones become smooth. Returns all values; those of weight 1 stay as they are. Where nothing is known all are 0.
 */
export function fillGaps(known: PartlyKnown): Float32Array {
  const { width, height, channels, values, weights } = known
  if (width === 1 && height === 1) return Float32Array.from(values)
  const coarse = pull(known)
  const around = fillGaps(coarse)
  const filled = Float32Array.from(values)
  for (let y = 0, pixel = 0; y < height; y++) {
    const down = Math.max(0, Math.min(coarse.height - 1, (y + 0.5) / 2 - 0.5))
    const upper = Math.floor(down)
    const lower = Math.min(coarse.height - 1, upper + 1)
    for (let x = 0; x < width; x++, pixel++) {
      const weight = weights[pixel] ?? 0
      if (weight >= 1) continue
      const across = Math.max(0, Math.min(coarse.width - 1, (x + 0.5) / 2 - 0.5))
      const left = Math.floor(across)
      const right = Math.min(coarse.width - 1, left + 1)
      const [partX, partY] = [across - left, down - upper]
      const [a, b] = [(upper * coarse.width + left) * channels, (upper * coarse.width + right) * channels]
      const [c, d] = [(lower * coarse.width + left) * channels, (lower * coarse.width + right) * channels]
      for (let channel = 0; channel < channels; channel++) {
        const top = (around[a + channel] ?? 0) * (1 - partX) + (around[b + channel] ?? 0) * partX
        const bottom = (around[c + channel] ?? 0) * (1 - partX) + (around[d + channel] ?? 0) * partX
        const own = (values[pixel * channels + channel] ?? 0) * weight
        filled[pixel * channels + channel] = own + (top + (bottom - top) * partY) * (1 - weight)
      }
    }
  }
  return filled
}

/** Half the resolution: means by weight of two by two pixels. */
function pull({ width, height, channels, values, weights }: PartlyKnown): PartlyKnown {
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
