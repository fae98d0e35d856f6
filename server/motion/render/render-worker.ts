import { parentPort } from 'node:worker_threads'
import { encodeMusic } from './encode-music.ts'
import { createSegmentRenderer } from './render-segment.ts'
import type { RenderJob } from './render-job.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { composeMusic } from '#motion/music/compose-music.ts'
import type { MusicRequest } from '#motion/music/music.ts'

const render = createSegmentRenderer(await createKernel())

async function answerJob(job: RenderJob | MusicRequest): Promise<void> {
  if ('mood' in job) return parentPort?.postMessage(await encodeMusic(composeMusic(job)))
  const result = await render(job)
  parentPort?.postMessage(result, result.bytes ? [result.bytes.buffer] : [])
}

// Errors are not caught: an error ends the worker, and the pool rejects the job and starts another worker.
parentPort?.on('message', (job: RenderJob | MusicRequest) => void answerJob(job))
