import type { Size } from '#shared/domain/media-limits.ts'
import type { Pixels } from './frame-pixels.ts'

/** Colours as red, green and blue, each from 0 to 255. */
export type Palette = readonly (readonly number[])[]

/** Returns the palette index of each pixel, row by row. */
export type Dither = (pixels: Pixels) => Uint8Array<ArrayBuffer>

/** Weight of a brightness error against a colour error: grain and brightness steps are the most visible. */
const BRIGHTNESS_WEIGHT = 40
const LUMA_WEIGHTS = [0.299, 0.587, 0.114] as const
/**
 * A pixel retains its colour of the previous frame if the nearest colour reduces the error by less than this. Otherwise still areas would
 * shimmer and files would grow.
 */
const REUSE_TOLERANCE = 200
/** The cache of nearest colours uses the upper bits of each channel as its key. */
const CACHED_BITS = 6
const LOST_BITS = 8 - CACHED_BITS
const UNKNOWN = -1
const CHANNELS = 3

/**
 * Floyd–Steinberg error diffusion for the frames of one scene, which share a palette. The row direction alternates.
 * `unchangedIndex` is written for each pixel that has the same colour as in the previous frame.
 */
export function createDither(palette: Palette, { width, height }: Size, unchangedIndex: number): Dither {
  const colours = Float32Array.from(palette.flat())
  const findNearest = createNearestColour(colours)
  const shownColours = new Int16Array(width * height).fill(UNKNOWN)
  // One extra pixel at each end receives the errors beyond the edges.
  let errors = new Float32Array((width + 2) * CHANNELS)
  let errorsBelow = new Float32Array((width + 2) * CHANNELS)

  function spreadError(at: number, step: number, channel: number, error: number): void {
    const below = at + channel
    const ahead = below + step
    errors[ahead] = (errors[ahead] ?? 0) + error * (7 / 16)
    errorsBelow[below - step] = (errorsBelow[below - step] ?? 0) + error * (3 / 16)
    errorsBelow[below] = (errorsBelow[below] ?? 0) + error * (5 / 16)
    errorsBelow[below + step] = (errorsBelow[below + step] ?? 0) + error * (1 / 16)
  }

  return (pixels) => {
    const indices = new Uint8Array(width * height)
    errors.fill(0)
    for (let row = 0; row < height; row += 1) {
      errorsBelow.fill(0)
      const isBackward = row % 2 === 1
      const step = isBackward ? -CHANNELS : CHANNELS
      for (let columnsDone = 0; columnsDone < width; columnsDone += 1) {
        const column = isBackward ? width - 1 - columnsDone : columnsDone
        const index = row * width + column
        const at = (column + 1) * CHANNELS
        const red = clamp((pixels[index * 4] ?? 0) + (errors[at] ?? 0))
        const green = clamp((pixels[index * 4 + 1] ?? 0) + (errors[at + 1] ?? 0))
        const blue = clamp((pixels[index * 4 + 2] ?? 0) + (errors[at + 2] ?? 0))
        const previousColour = shownColours[index] ?? UNKNOWN
        let colour = findNearest(red, green, blue)
        if (previousColour !== UNKNOWN && previousColour !== colour) {
          const maxError = errorOf(colours, colour, red, green, blue) + REUSE_TOLERANCE
          if (errorOf(colours, previousColour, red, green, blue) <= maxError) colour = previousColour
        }
        indices[index] = colour === previousColour ? unchangedIndex : colour
        shownColours[index] = colour
        spreadError(at, step, 0, red - (colours[colour * CHANNELS] ?? 0))
        spreadError(at, step, 1, green - (colours[colour * CHANNELS + 1] ?? 0))
        spreadError(at, step, 2, blue - (colours[colour * CHANNELS + 2] ?? 0))
      }
      ;[errors, errorsBelow] = [errorsBelow, errors]
    }
    return indices
  }
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value
}

/** Squared difference between a palette colour and another colour, weighted by visibility. */
function errorOf(colours: Float32Array, index: number, red: number, green: number, blue: number): number {
  const redError = (colours[index * CHANNELS] ?? 0) - red
  const greenError = (colours[index * CHANNELS + 1] ?? 0) - green
  const blueError = (colours[index * CHANNELS + 2] ?? 0) - blue
  const lumaError = LUMA_WEIGHTS[0] * redError + LUMA_WEIGHTS[1] * greenError + LUMA_WEIGHTS[2] * blueError
  return (
    BRIGHTNESS_WEIGHT * lumaError * lumaError +
    (redError - lumaError) * (redError - lumaError) +
    (blueError - lumaError) * (blueError - lumaError)
  )
}

function createNearestColour(colours: Float32Array): (red: number, green: number, blue: number) => number {
  const cache = new Int16Array(1 << (CHANNELS * CACHED_BITS)).fill(UNKNOWN)
  const cellMiddle = (value: number) => ((value >> LOST_BITS) + 0.5) * (1 << LOST_BITS)
  function search(red: number, green: number, blue: number): number {
    let bestIndex = 0
    let leastError = Number.POSITIVE_INFINITY
    for (let index = 0; index < colours.length / CHANNELS; index += 1) {
      const error = errorOf(colours, index, red, green, blue)
      if (error >= leastError) continue
      bestIndex = index
      leastError = error
    }
    return bestIndex
  }
  return (red, green, blue) => {
    const cell = ((red >> LOST_BITS) << (2 * CACHED_BITS)) | ((green >> LOST_BITS) << CACHED_BITS) | (blue >> LOST_BITS)
    const cachedIndex = cache[cell] ?? UNKNOWN
    if (cachedIndex !== UNKNOWN) return cachedIndex
    const foundIndex = search(cellMiddle(red), cellMiddle(green), cellMiddle(blue))
    cache[cell] = foundIndex
    return foundIndex
  }
}
