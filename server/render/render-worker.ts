import { parentPort } from 'node:worker_threads'
import { renderSegment } from '#server/render/render-segment.ts'
import type { SegmentJob } from '#server/render/segment.ts'
import { createKernel } from '#shared/motion/kernel/create-kernel.ts'

const kernel = await createKernel()

async function answer(job: SegmentJob): Promise<void> {
  const done = await renderSegment(kernel, job)
  const moved = [done.mp4, done.firstPixels].flatMap((bytes) => (bytes ? [bytes.buffer] : []))
  parentPort?.postMessage(done, moved)
}

// A failure here is left unhandled: it ends the worker, and the pool rejects the job and starts another.
parentPort?.on('message', (job: SegmentJob) => void answer(job))
