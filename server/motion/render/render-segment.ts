import { isPosterCandidate } from './choose-poster.ts'
import { createH264Encoder, quantiserOf } from './h264-encoder.ts'
import { createFrameScorer } from './score-frame.ts'
import type { RenderAnswer, RenderJob, RenderTask, VideoParts } from './segment.ts'
import type { Renderer } from '#shared/motion/create-renderer.ts'
import { createRenderer } from '#shared/motion/create-renderer.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'

const NOTHING: RenderAnswer = { bytes: null, scores: [] }

/** Does the tasks of videos one after the other; gives up between two frames when asked to. */
export function createSegmentRenderer(kernel: Kernel): (job: RenderJob) => Promise<RenderAnswer> {
  let last: { id: string; drawing: Drawing } | null = null

  return ({ video, task, progress }) => {
    if (last?.id !== video.id) {
      last = null
      last = { id: video.id, drawing: { video, renderer: createRenderer(kernel, video.plan, video.sources, video.frame) } }
    }
    return perform(last.drawing, task, progress)
  }
}

interface Drawing {
  readonly video: VideoParts
  readonly renderer: Renderer
}

async function perform({ video, renderer }: Drawing, task: RenderTask, progress: Int32Array): Promise<RenderAnswer> {
  if (task.kind === 'picture') return { bytes: new Uint8Array(renderer.rgba(task.firstFrame)), scores: [] }
  const taker = await (task.kind === 'encode'
    ? createH264Encoder(video.frame, quantiserOf(video.plan))
    : createFrameList(video, task.frameCount))
  const scoreFrame = createFrameScorer(video)
  const scores = []
  try {
    for (let index = task.firstFrame; index < task.firstFrame + task.frameCount; index++) {
      if (Atomics.load(video.stop, 0) !== 0) return NOTHING
      const i420 = renderer.i420(index)
      if (isPosterCandidate(index, video.plan.frameCount)) scores.push({ index, score: scoreFrame(i420) })
      taker.add(i420)
      Atomics.add(progress, 0, 1)
    }
    return { bytes: taker.finish(), scores }
  } finally {
    taker.close()
  }
}

/** Takes frames as an encoder does, and keeps them as they are. */
function createFrameList({ frame }: VideoParts, frameCount: number) {
  const frameBytes = (frame.width * frame.height * 3) / 2
  const frames = new Uint8Array(frameBytes * frameCount)
  let count = 0
  return {
    add: (i420: Uint8Array) => frames.set(i420, frameBytes * count++),
    finish: () => frames,
    close: () => {},
  }
}
