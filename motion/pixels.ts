/** Sides in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels as RGBA bytes, row by row. */
export interface Picture extends Size {
  readonly data: Uint8Array
}

/** The measured depth of a whole picture, row by row: 0 far to 255 near, linear in the inverse of the distance. */
export interface DepthMap extends Size {
  readonly values: Uint8Array
}

/** A picture to render. */
export interface SourcePicture extends Picture {
  /** The depth of the whole picture, even if only a part of it is rendered. Without it, depth is guessed. */
  readonly depth?: DepthMap | undefined
}

/** The source of a frame's pixels, before overlays and grade. */
export interface Scene {
  /** Draws the frame at a time, 0 at the first frame and 1 at the last. */
  draw(time: number): void
  /** Writes the depth that the last frame shows at each grid node, 0 far to 1 near. Present only if the depth is measured. */
  writeDepths?(depths: Float32Array): void
}

/** One value per pixel, row by row. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** A plane with the value of `valueAt` at each pixel. */
export function makePlane(width: number, height: number, valueAt: (x: number, y: number, index: number) => number): Plane {
  const values = new Float32Array(width * height)
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) values[index] = valueAt(x, y, index)
  }
  return { width, height, values }
}

/** Combines two planes of the same size value by value. */
export function mapPlanes(first: Plane, second: Plane, combine: (a: number, b: number) => number): Plane {
  const values = new Float32Array(first.values.length)
  for (let i = 0; i < values.length; i++) values[i] = combine(first.values[i] ?? 0, second.values[i] ?? 0)
  return { width: first.width, height: first.height, values }
}

/** Means along one line of `count` values with stride `step`, over windows of up to 2 * radius + 1, cut off at the line's ends. */
function blurLine(from: Float32Array, to: Float32Array, start: number, step: number, count: number, radius: number): void {
  let sum = 0
  let windowSize = 0
  for (let i = 0; i < count + radius; i++) {
    if (i < count) {
      sum += from[start + i * step] ?? 0
      windowSize++
    }
    const leavingIndex = i - 2 * radius - 1
    if (leavingIndex >= 0) {
      sum -= from[start + leavingIndex * step] ?? 0
      windowSize--
    }
    const middleIndex = i - radius
    if (middleIndex >= 0) to[start + middleIndex * step] = sum / windowSize
  }
}

/** The mean over a square of up to (2 * radius + 1) squared pixels, cut off at the sides. */
export function boxBlur(plane: Plane, radius: number): Plane {
  const { width, height, values } = plane
  const blurredRows = new Float32Array(values.length)
  const blurred = new Float32Array(values.length)
  for (let y = 0; y < height; y++) blurLine(values, blurredRows, y * width, 1, width, radius)
  for (let x = 0; x < width; x++) blurLine(blurredRows, blurred, x, width, height, radius)
  return { width, height, values: blurred }
}

/**
 * Stretches the values of a plane: the 1st percentile becomes 0, the 99th becomes 1, and values beyond them are clamped. A flat plane
 * becomes 0.5.
 */
export function normalise(plane: Plane): Plane {
  const sorted = Float32Array.from(plane.values).sort()
  const low = sorted[Math.floor(sorted.length * 0.01)] ?? 0
  const high = sorted[Math.floor(sorted.length * 0.99)] ?? 1
  const range = high - low
  if (range < 1e-6) return makePlane(plane.width, plane.height, () => 0.5)
  return mapPlanes(plane, plane, (value) => Math.min(1, Math.max(0, (value - low) / range)))
}

/** Smooths a plane except at edges of `guide` (0..1): He's guided filter. */
export function guidedFilter(guide: Plane, input: Plane, radius: number, epsilon: number): Plane {
  const meanGuide = boxBlur(guide, radius)
  const meanInput = boxBlur(input, radius)
  const meanProduct = boxBlur(
    mapPlanes(guide, input, (a, b) => a * b),
    radius,
  )
  const meanSquare = boxBlur(
    mapPlanes(guide, guide, (a, b) => a * b),
    radius,
  )
  const { width, height } = guide
  const at = (plane: Plane, index: number) => plane.values[index] ?? 0
  const slope = makePlane(width, height, (_x, _y, i) => {
    const variance = at(meanSquare, i) - at(meanGuide, i) * at(meanGuide, i)
    return (at(meanProduct, i) - at(meanGuide, i) * at(meanInput, i)) / (variance + epsilon)
  })
  const offset = makePlane(width, height, (_x, _y, i) => at(meanInput, i) - at(slope, i) * at(meanGuide, i))
  const meanSlope = boxBlur(slope, radius)
  const meanOffset = boxBlur(offset, radius)
  return makePlane(width, height, (_x, _y, i) => at(meanSlope, i) * at(guide, i) + at(meanOffset, i))
}

/** Bilinear interpolation; a position outside the plane is clamped. */
export function sampleAt({ width, height, values }: Plane, positionX: number, positionY: number): number {
  const x = positionX < 0 ? 0 : positionX > width - 1 ? width - 1 : positionX
  const y = positionY < 0 ? 0 : positionY > height - 1 ? height - 1 : positionY
  const left = Math.min(width - 2, Math.floor(x))
  const upper = Math.min(height - 2, Math.floor(y))
  const at = upper * width + left
  const part = x - left
  const top = (values[at] ?? 0) * (1 - part) + (values[at + 1] ?? 0) * part
  const bottom = (values[at + width] ?? 0) * (1 - part) + (values[at + width + 1] ?? 0) * part
  return top + (bottom - top) * (y - upper)
}
