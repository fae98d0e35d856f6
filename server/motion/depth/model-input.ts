import type { Size } from '#shared/motion/picture.ts'

/** Sides in px that a model fixes. */
export interface ModelInput {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** How colours are scaled: per channel, of 0 to 1. */
interface Scaling {
  readonly mean: readonly number[]
  readonly std: readonly number[]
}

export const IMAGENET = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] }

/** Models of this kind see patches of this side. */
const PATCH_PX = 14
const SHORT_SIDE_PX = 518
/** A longer side costs memory with its square. */
const LONG_SIDE_PX = 1036

/** The size at which a model sees a picture: its own where it fixes one, else about the picture's ratio in whole patches. */
export function inputSize({ width, height }: ModelInput, picture: Size): Size {
  const ratio = Math.min(LONG_SIDE_PX / Math.max(picture.width, picture.height), SHORT_SIDE_PX / Math.min(picture.width, picture.height))
  const patches = (side: number) => Math.max(1, Math.round((side * ratio) / PATCH_PX)) * PATCH_PX
  return { width: width ?? patches(picture.width), height: height ?? patches(picture.height) }
}

/** RGB bytes as planes of scaled floats, one colour after the other. */
export function toTensor(rgb: Uint8Array, { mean, std }: Scaling): Float32Array {
  const pixels = rgb.length / 3
  const planes = new Float32Array(rgb.length)
  for (let channel = 0; channel < 3; channel++) {
    const [middle, spread] = [mean[channel] ?? 0, std[channel] ?? 1]
    for (let pixel = 0; pixel < pixels; pixel++)
      planes[channel * pixels + pixel] = ((rgb[pixel * 3 + channel] ?? 0) / 255 - middle) / spread
  }
  return planes
}
