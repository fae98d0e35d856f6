import { prepareSource } from '#server/motion/render/prepare-source.ts'
import { quantiserOf } from '#server/motion/render/h264-encoder.ts'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { DepthMap, Size } from '#motion/pixels.ts'

export interface DrawJob {
  readonly imagePath: string
  readonly prompt: string
  readonly frame: Size
  readonly seconds: number
  readonly seed: number
  readonly depth?: DepthMap
}

async function createPlanAndRenderer({ imagePath, prompt, frame, seconds, seed, depth }: DrawJob) {
  const fixedOptions = { kind: 'move', imageFidelity: 0.5, variation: 0 } as const
  const plan = makePlan({ ...fixedOptions, prompt, picture: frame, seconds, framesPerSecond: 24, seed, hasDepth: depth !== undefined })
  const source = await prepareSource(imagePath, sourceSize(plan, frame))
  return { plan, renderer: createRenderer(await createKernel(), plan, [{ ...source, depth }], frame) }
}

/** Draws all frames of a video on this thread into one shared buffer. Returns the frames and the time. */
export async function drawFrames(job: DrawJob) {
  const { plan, renderer } = await createPlanAndRenderer(job)
  const { frameCount } = plan
  const frameBytes = (job.frame.width * job.frame.height * 3) / 2
  const frames = new Uint8Array(new SharedArrayBuffer(frameBytes * frameCount))
  const startedAt = performance.now()
  for (let index = 0; index < frameCount; index++) frames.set(renderer.i420(index), index * frameBytes)
  return { frames, frameBytes, quantiser: quantiserOf(plan), drawMs: performance.now() - startedAt }
}

/** The minimum time of one frame out of a dozen, in ms: close to the time on an idle machine. */
export async function leastFrameMs(job: DrawJob): Promise<number> {
  const { plan, renderer } = await createPlanAndRenderer(job)
  const times = Array.from({ length: 12 }, (_, i) => {
    const startedAt = performance.now()
    renderer.i420(Math.floor((plan.frameCount * (i + 0.5)) / 12))
    return performance.now() - startedAt
  })
  return Math.min(...times)
}
