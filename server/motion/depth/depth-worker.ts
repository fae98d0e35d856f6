import { parentPort } from 'node:worker_threads'
import { type DepthModel, openDepthModel } from './depth-model.ts'
import { type DepthMap, normalise } from '#motion/pixels.ts'
import { DECODE_LIMIT_SECONDS, openPicture } from '../open-picture.ts'

/** The smallest range of depth values that a model must return. A smaller range contains no depth information. */
const LEAST_RANGE = 1e-4

/** A job of the depth worker. Without a picture, the job only loads the model. */
export interface DepthJob {
  readonly modelPath: string
  readonly threads: number
  readonly picturePath: string | null
}

let model: Promise<DepthModel> | null = null

async function answerJob({ modelPath, threads, picturePath }: DepthJob): Promise<void> {
  model ??= openDepthModel(modelPath, threads)
  const openedModel = await model
  const depthMap: DepthMap | null = picturePath === null ? null : await measureDepth(openedModel, picturePath)
  parentPort?.postMessage(depthMap)
}

/** Measures an upright picture. Rejects if it cannot be decoded or the model finds no depth. */
async function measureDepth(model: DepthModel, picturePath: string): Promise<DepthMap> {
  const { autoOrient } = await openPicture(picturePath).metadata()
  const size = model.inputSize(autoOrient)
  const rgb = await openPicture(picturePath)
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
    throw new Error('The depth model returned the same depth everywhere.')
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

// Errors are not caught: they end the worker, and the pool rejects the job.
parentPort?.on('message', (job: DepthJob) => void answerJob(job))
