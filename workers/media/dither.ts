import type { Size } from '#shared/domain/media-limits.ts'
import type { Pixels } from './frame-pixels.ts'

/** Colours as red, green and blue, each from 0 to 255. */
export type Palette = readonly (readonly number[])[]

/** Palette indices of a picture, row by row. `unchanged` marks a pixel whose index is that of the picture before. */
export type Dither = (pixels: Pixels) => Uint8Array<ArrayBuffer>

/** How much more an error of brightness counts than one of colour: grain and steps of brightness are seen first. */
const BRIGHTNESS_WEIGHT = 40
const LUMA_SHARES = [0.299, 0.587, 0.114] as const
/** How much worse than the nearest colour the colour of the picture before may be. Without it, still areas shimmer and files grow. */
const HOLD_TOLERANCE = 200
/** The nearest colour is cached by the upper bits of each channel. */
const CACHED_BITS = 6
const LOST_BITS = 8 - CACHED_BITS
const UNKNOWN = -1
const CHANNELS = 3

/** Floyd–Steinberg error diffusion in alternating directions for the pictures of one scene, which share a palette. */
export function openDither(palette: Palette, { width, height }: Size, unchanged: number): Dither {
  const colours = Float32Array.from(palette.flat())
  const nearest = openNearest(colours)
  const shown = new Int16Array(width * height).fill(UNKNOWN)
  // One pixel more at each end takes the errors that leave the picture.
  let errors = new Float32Array((width + 2) * CHANNELS)
  let errorsBelow = new Float32Array((width + 2) * CHANNELS)

  function spread(at: number, step: number, channel: number, error: number): void {
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
      for (let done = 0; done < width; done += 1) {
        const column = isBackward ? width - 1 - done : done
        const index = row * width + column
        const at = (column + 1) * CHANNELS
        const red = clamp((pixels[index * 4] ?? 0) + (errors[at] ?? 0))
        const green = clamp((pixels[index * 4 + 1] ?? 0) + (errors[at + 1] ?? 0))
        const blue = clamp((pixels[index * 4 + 2] ?? 0) + (errors[at + 2] ?? 0))
        const before = shown[index] ?? UNKNOWN
        let colour = nearest(red, green, blue)
        if (before !== UNKNOWN && before !== colour) {
          const most = errorOf(colours, colour, red, green, blue) + HOLD_TOLERANCE
          if (errorOf(colours, before, red, green, blue) <= most) colour = before
        }
        indices[index] = colour === before ? unchanged : colour
        shown[index] = colour
        spread(at, step, 0, red - (colours[colour * CHANNELS] ?? 0))
        spread(at, step, 1, green - (colours[colour * CHANNELS + 1] ?? 0))
        spread(at, step, 2, blue - (colours[colour * CHANNELS + 2] ?? 0))
      }
      ;[errors, errorsBelow] = [errorsBelow, errors]
    }
    return indices
  }
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value
}

/** The square of the difference between a palette's colour and another one, by what is seen of it. */
function errorOf(colours: Float32Array, index: number, red: number, green: number, blue: number): number {
  const redBy = (colours[index * CHANNELS] ?? 0) - red
  const greenBy = (colours[index * CHANNELS + 1] ?? 0) - green
  const blueBy = (colours[index * CHANNELS + 2] ?? 0) - blue
  const lightBy = LUMA_SHARES[0] * redBy + LUMA_SHARES[1] * greenBy + LUMA_SHARES[2] * blueBy
  return BRIGHTNESS_WEIGHT * lightBy * lightBy + (redBy - lightBy) * (redBy - lightBy) + (blueBy - lightBy) * (blueBy - lightBy)
}

function openNearest(colours: Float32Array): (red: number, green: number, blue: number) => number {
  const cache = new Int16Array(1 << (CHANNELS * CACHED_BITS)).fill(UNKNOWN)
  const middle = (value: number) => ((value >> LOST_BITS) + 0.5) * (1 << LOST_BITS)
  function search(red: number, green: number, blue: number): number {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let index = 0; index < colours.length / CHANNELS; index += 1) {
      const error = errorOf(colours, index, red, green, blue)
      if (error >= least) continue
      best = index
      least = error
    }
    return best
  }
  return (red, green, blue) => {
    const cell = ((red >> LOST_BITS) << (2 * CACHED_BITS)) | ((green >> LOST_BITS) << CACHED_BITS) | (blue >> LOST_BITS)
    const known = cache[cell] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const found = search(middle(red), middle(green), middle(blue))
    cache[cell] = found
    return found
  }
}
