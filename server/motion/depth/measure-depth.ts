import sharp from 'sharp'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import type { DepthMap } from '#shared/motion/picture.ts'
import { normalise } from '#shared/motion/plane.ts'
import { DECODE_LIMIT_SECONDS } from '../render/render-limits.ts'
import type { DepthModel } from './depth-model.ts'

/** A smaller part of the values' size tells nothing. */
const LEAST_RANGE = 1e-4

/** Measures a picture, upright as people see it. Rejects where it cannot be decoded, or the model tells nothing of it. */
export async function measureDepth(model: DepthModel, picturePath: string): Promise<DepthMap> {
  const open = () => sharp(picturePath, { limitInputPixels: MAX_INPUT_PX, failOn: 'truncated' }).autoOrient()
  const { autoOrient } = await open().metadata()
  const size = model.inputSize(autoOrient)
  const rgb = await open()
    .timeout({ seconds: DECODE_LIMIT_SECONDS })
    .flatten({ background: 'white' })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
  const depth = await model.run(rgb, size)
  const { low, high } = rangeOf(depth.values)
  if (high - low <= LEAST_RANGE * Math.max(Math.abs(low), Math.abs(high)))
    throw new Error('The model of depth sees the same depth everywhere.')
  const { width, height, values } = normalise(depth)
  return { width, height, values: Uint8Array.from(values, (value) => Math.round(value * 255)) }
}

function rangeOf(values: Float32Array) {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, high }
}
