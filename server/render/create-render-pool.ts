import sharp from 'sharp'
import type { WorkerPool } from '#server/render/create-worker-pool.ts'
import { createWorkerPool } from '#server/render/create-worker-pool.ts'
import { joinSegments } from '#server/render/join-segments.ts'
import { prepareSource, uprightSize } from '#server/render/prepare-source.ts'
import type { SegmentAnswer, SegmentJob } from '#server/render/segment.ts'
import { splitFrames } from '#server/render/split-frames.ts'
import { writeWhole } from '#server/render/write-whole.ts'
import type { Resolution } from '#shared/domain/generation-options.ts'
import { videoSize } from '#shared/domain/generation-options.ts'
import type { Size } from '#shared/motion/picture.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Picture } from '#shared/motion/picture.ts'
import { sourceSize } from '#shared/motion/source-size.ts'

interface VideoJob {
  readonly imagePaths: readonly string[]
  readonly resolution: Resolution
  /** Plans the video once the first picture's upright size is known. */
  readonly planFor: (picture: Size) => MotionPlan
  readonly videoPath: string
  readonly posterPath: string
}

interface VideoJobRun {
  readonly signal: AbortSignal
  readonly onStage: (stage: 'preparing' | 'rendering' | 'finishing') => void
}

interface RenderedVideo extends Size {
  readonly bytes: number
}

/** Makes videos on worker threads, each split over all of them. Rejects with the signal's reason when aborted. */
export interface RenderPool {
  renderVideo(job: VideoJob, run: VideoJobRun): Promise<RenderedVideo>
  close(): Promise<void>
}

const POSTER_QUALITY = 84

type Workers = WorkerPool<SegmentJob, SegmentAnswer>

/** All segments of a video; the first failure or an abort stops the others, and none still runs when this settles. */
async function renderSegments(workers: Workers, jobs: readonly SegmentJob[], stop: Int32Array, signal: AbortSignal) {
  const giveUp = () => Atomics.store(stop, 0, 1)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  const runs = jobs.map((job) => workers.run(job))
  for (const run of runs) run.catch(giveUp)
  const settled = await Promise.allSettled(runs)
  signal.removeEventListener('abort', giveUp)
  signal.throwIfAborted()
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function makePoster(answers: readonly SegmentAnswer[], { width, height }: Size): Promise<Uint8Array> {
  const pixels = answers[0]?.firstPixels
  if (!pixels) throw new Error('The first segment brought no poster')
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: POSTER_QUALITY, mozjpeg: true })
    .toBuffer()
}

export function createRenderPool({ workerUrl, workers: workerCount }: { workerUrl: URL; workers: number }): RenderPool {
  const workers: Workers = createWorkerPool(workerUrl, workerCount)

  function segmentsOf(plan: MotionPlan, sources: readonly Picture[], frame: Size, stop: Int32Array): SegmentJob[] {
    return splitFrames(plan.frameCount, workerCount).map((run) => ({
      plan,
      sources,
      frame,
      stop,
      firstFrame: run.firstFrame,
      frameCount: run.frameCount,
    }))
  }

  async function render(job: VideoJob, { signal, onStage }: VideoJobRun): Promise<RenderedVideo> {
    signal.throwIfAborted()
    onStage('preparing')
    const [picture] = await Promise.all(job.imagePaths.map(uprightSize))
    if (!picture) throw new Error('a video without a picture')
    const frame = videoSize(picture, job.resolution)
    const plan = job.planFor(picture)
    const size = sourceSize(plan, frame)
    const sources = await Promise.all(job.imagePaths.map((path) => prepareSource(path, size)))
    signal.throwIfAborted()

    onStage('rendering')
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const answers = await renderSegments(workers, segmentsOf(plan, sources, frame, stop), stop, signal)

    onStage('finishing')
    const segments = answers.flatMap((answer) => (answer.mp4 ? [answer.mp4] : []))
    const [video, poster] = await Promise.all([joinSegments(segments), makePoster(answers, frame)])
    const files = [
      { path: job.posterPath, bytes: poster },
      { path: job.videoPath, bytes: video },
    ]
    await writeWhole(files, signal)
    return { ...frame, bytes: video.length }
  }

  return {
    renderVideo: render,
    close: () => workers.close(),
  }
}
