import { createH264Encoder } from '#server/render/h264-encoder.ts'
import type { SegmentAnswer, SegmentJob } from '#server/render/segment.ts'
import { createRenderer } from '#shared/motion/create-renderer.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'

/** Draws and encodes one run of frames; gives up between two frames when asked to. */
export async function renderSegment(kernel: Kernel, job: SegmentJob): Promise<SegmentAnswer> {
  const renderer = createRenderer(kernel, job.plan, job.sources, job.frame)
  const encoder = await createH264Encoder(job.frame)
  try {
    for (let index = job.firstFrame; index < job.firstFrame + job.frameCount; index++) {
      if (Atomics.load(job.stop, 0) !== 0) return { mp4: null, firstPixels: null }
      encoder.add(renderer.i420(index))
    }
    const mp4 = encoder.finish()
    return { mp4, firstPixels: job.firstFrame === 0 ? new Uint8Array(renderer.rgba(0)) : null }
  } finally {
    encoder.close()
  }
}
