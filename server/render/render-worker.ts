import { parentPort } from 'node:worker_threads'
import { createSegmentRenderer } from '#server/render/render-segment.ts'
import type { RenderJob } from '#server/render/segment.ts'
import { createKernel } from '#shared/motion/kernel/create-kernel.ts'

const render = createSegmentRenderer(await createKernel())

async function answer(job: RenderJob): Promise<void> {
  const done = await render(job)
  parentPort?.postMessage(done, done.bytes ? [done.bytes.buffer] : [])
}

// A failure here is left unhandled: it ends the worker, and the pool rejects the job and starts another.
parentPort?.on('message', (job: RenderJob) => void answer(job))
