import { parentPort } from 'node:worker_threads'
import { type DepthModel, openDepthModel } from './depth-model.ts'
import { measureDepth } from './measure-depth.ts'
import type { DepthMap } from '#shared/motion/picture.ts'

/** Without a picture, the model is only loaded. */
export interface DepthJob {
  readonly modelPath: string
  readonly threads: number
  readonly picturePath: string | null
}

let model: Promise<DepthModel> | null = null

async function answer({ modelPath, threads, picturePath }: DepthJob): Promise<void> {
  model ??= openDepthModel(modelPath, threads)
  const opened = await model
  const map: DepthMap | null = picturePath === null ? null : await measureDepth(opened, picturePath)
  parentPort?.postMessage(map)
}

// Errors are not caught: they end the worker, and the pool rejects the job.
parentPort?.on('message', (job: DepthJob) => void answer(job))
