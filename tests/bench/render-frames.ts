import { createRenderer } from '#shared/motion/create-renderer.ts'
import { createKernel } from '#shared/motion/kernel/create-kernel.ts'
import { makePlan } from '#shared/motion/make-plan.ts'
import { sourceSize } from '#shared/motion/source-size.ts'
import { prepareSource } from '#server/render/prepare-source.ts'

/** Draws all frames of a 720p video of 6 s into one shared buffer, and says how long drawing alone took on this thread. */
export async function renderFrames(imagePath: string, prompt: string, frame: { width: number; height: number }) {
  const plan = makePlan({
    bizType: 'CUSTOM',
    templateId: null,
    prompt,
    picture: frame,
    durationSeconds: 6,
    imageFidelity: 0.5,
    seed: 1,
    take: 0,
  })
  const renderer = createRenderer(await createKernel(), plan, [await prepareSource(imagePath, sourceSize(plan, frame))], frame)
  const frameBytes = (frame.width * frame.height * 3) / 2
  const frames = new Uint8Array(new SharedArrayBuffer(frameBytes * plan.frameCount))
  const startedAt = performance.now()
  for (let index = 0; index < plan.frameCount; index++) frames.set(renderer.i420(index), index * frameBytes)
  return { frames, frameBytes, drawMs: performance.now() - startedAt }
}
