import sharp from 'sharp'
import { type Resolution, FRAMES_PER_SECOND, MAX_VIDEO_BITS_PER_SECOND, videoSize } from '#shared/domain/generation-options.ts'
import type { Mood, MusicRequest } from '#motion/music/music.ts'
import type { Size } from '#motion/pixels.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import { sourceSize } from '#motion/create-renderer.ts'
import * as segment from './render-job.ts'
import { writeWhole } from '#server/disk/write-whole.ts'
import { type WorkerPool, createWorkerPool } from '#server/workers/worker-pool.ts'
import type { Clock } from '#shared/clock.ts'
import type { EncodedMusic } from './encode-music.ts'
import type { DepthSource } from '../depth/depth-source.ts'
import { joinSegments } from './join-segments.ts'
import { prepareSource, uprightSize } from './prepare-source.ts'
import { createFfmpegEncoder } from './ffmpeg-encoder.ts'

interface VideoJob {
  readonly imagePaths: readonly string[]
  readonly resolution: Resolution
  /** Plans the video from the first picture's upright size, and from whether its depth is measured. */
  readonly planFor: (picture: Size, hasDepth: boolean) => MotionPlan
  /** A soundtrack to compose, with the video's length. */
  readonly music: { readonly mood: Mood; readonly seed: number } | null
  readonly videoPath: string
  readonly posterPath: string
}

interface VideoJobRun {
  readonly signal: AbortSignal
  readonly onStage: (stage: 'preparing' | 'rendering' | 'finishing') => void
  /** The share of rendered frames, 0 to 1; called repeatedly during rendering and at its end. */
  readonly onProgress: (share: number) => void
}

interface RenderedVideo extends Size {
  readonly bytes: number
}

/**
 * Renders videos. The frames of each video are split across all worker threads. Rejects with the signal's reason when aborted, and with
 * `JobTimeout` when a worker or ffmpeg hangs.
 */
interface RenderPool {
  renderVideo(job: VideoJob, run: VideoJobRun): Promise<RenderedVideo>
  close(): Promise<void>
}

export interface RenderPoolOptions {
  readonly workerUrl: URL
  readonly workers: number
  /** The path of an ffmpeg that replaces the WebAssembly encoder. */
  readonly ffmpegPath?: string | undefined
  /** Measures the depth of pictures; without it, or if it fails, depth is estimated. */
  readonly depth?: Pick<DepthSource, 'measure'> | undefined
  readonly setTimer?: Clock['setTimer']
}

const POSTER_QUALITY = 84

async function drawPoster(run: VideoRun, index: number): Promise<Uint8Array> {
  const { bytes } = await run.run({ kind: 'picture', firstFrame: index, frameCount: 1 })
  return sharp(bytes, { raw: { ...run.video.frame, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: POSTER_QUALITY, mozjpeg: true })
    .toBuffer()
}

async function prepareVideo(
  { imagePaths, resolution, planFor }: VideoJob,
  depth: RenderPoolOptions['depth'],
  signal: AbortSignal,
): Promise<segment.VideoParts> {
  const [pictureSize] = await Promise.all(imagePaths.map(uprightSize))
  if (!pictureSize) throw new Error('a video without a picture')
  const depthMaps = depth === undefined ? [] : await Promise.all(imagePaths.map((path) => depth.measure(path, signal)))
  const plan = planFor(pictureSize, (depthMaps[0] ?? null) !== null)
  const frame = videoSize(plan.window === undefined ? pictureSize : { width: plan.aspect, height: 1 }, resolution)
  const size = sourceSize(plan, frame)
  const pictures = await Promise.all(imagePaths.map((path) => prepareSource(path, size, plan.window)))
  const sources = pictures.map(({ width, height, data }, index) => ({ width, height, data, depth: depthMaps[index] ?? undefined }))
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  return { id: crypto.randomUUID(), plan, sources, frame, maxBitsPerSecond: MAX_VIDEO_BITS_PER_SECOND[resolution], stop }
}

export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { workerUrl, ffmpegPath, setTimer } = options
  const workers: WorkerPool<segment.RenderJob, segment.RenderAnswer> = createWorkerPool(workerUrl, options.workers, setTimer)
  const audioWorkers: WorkerPool<MusicRequest, EncodedMusic> = createWorkerPool(workerUrl, 1, setTimer)
  const encode = (run: VideoRun) =>
    ffmpegPath === undefined
      ? encodeOnWorkers(run, options.workers)
      : encodeWithFfmpeg(run, { ffmpegPath, workers: options.workers, setTimer })

  return {
    async renderVideo(job, { signal, onStage, onProgress }) {
      signal.throwIfAborted()
      onStage('preparing')
      const video = await prepareVideo(job, options.depth, signal)
      const { frame, plan } = video
      signal.throwIfAborted()

      return withVideoRun(workers, video, signal, async (run) => {
        onStage('rendering')
        const music = job.music && { ...job.music, seconds: plan.frameCount / FRAMES_PER_SECOND }
        const timer = setInterval(() => onProgress(run.framesDone() / plan.frameCount), segment.PROGRESS_EVERY_MS)
        const [{ segments, scores }, soundtrack] = await run
          .all([encode(run), music && audioWorkers.run(music, { limitMs: segment.MUSIC_LIMIT_MS, signal: run.signal })])
          .finally(() => clearInterval(timer))

        onProgress(1)
        onStage('finishing')
        const [bytes, poster] = await run.all([
          joinSegments(segments, soundtrack),
          drawPoster(run, segment.choosePoster(scores, plan.frameCount)),
        ])
        const files = [
          { path: job.posterPath, bytes: poster },
          { path: job.videoPath, bytes },
        ]
        await writeWhole(files, signal)
        return { ...frame, bytes: bytes.length }
      })
    },
    async close() {
      await Promise.all([workers.close(), audioWorkers.close()])
    },
  }
}

interface FfmpegUse {
  readonly ffmpegPath: string
  readonly workers: number
  readonly setTimer?: Clock['setTimer'] | undefined
}

const FRAMES_PER_DRAW = 2

/**
 * The workers render, and one ffmpeg encodes the whole video in order, because it distributes bits and key frames better than one encoder
 * for each segment. Workers render only as many frames ahead as they need to stay busy.
 */
async function encodeWithFfmpeg(run: VideoRun, { ffmpegPath, workers, setTimer }: FfmpegUse): Promise<EncodedFrames> {
  const { plan, frame, maxBitsPerSecond } = run.video
  const encoder = createFfmpegEncoder({
    ffmpegPath,
    frame,
    maxBitsPerSecond,
    limitMs: segment.FRAME_LIMIT_MS,
    signal: run.signal,
    setTimer,
  })
  const frameBytes = (frame.width * frame.height * 3) / 2
  const waitingRuns = segment.splitFrames(plan.frameCount, Math.ceil(plan.frameCount / FRAMES_PER_DRAW))
  const drawTasks = waitingRuns.splice(0, workers + 1).map((frames) => run.run({ kind: 'draw', ...frames }))
  const scores = []
  try {
    for (let nextTask = drawTasks.shift(); nextTask; nextTask = drawTasks.shift()) {
      const drawnFrames = await nextTask
      scores.push(...drawnFrames.scores)
      const [nextRun] = waitingRuns.splice(0, 1)
      if (nextRun) drawTasks.push(run.run({ kind: 'draw', ...nextRun }))
      for (let offset = 0; offset < drawnFrames.bytes.length; offset += frameBytes)
        await encoder.add(drawnFrames.bytes.subarray(offset, offset + frameBytes))
    }
    return { segments: [await encoder.finish()], scores }
  } catch (error) {
    run.fail(error)
    throw error
  } finally {
    await Promise.allSettled([...drawTasks, encoder.close()])
  }
}

/** A video's frames as MP4s to join, and the scores of its poster candidates. */
interface EncodedFrames {
  readonly segments: readonly Uint8Array<ArrayBuffer>[]
  readonly scores: readonly segment.FrameScore[]
}

/** Each worker renders and encodes its own runs, because encoded bytes are small enough to send between threads. */
async function encodeOnWorkers(run: VideoRun, workers: number): Promise<EncodedFrames> {
  const tasks = segment.splitForWorkers(run.video.plan.frameCount, workers).map((frames) => run.run({ kind: 'encode', ...frames }))
  const results = await run.all(tasks)
  return { segments: results.map(({ bytes }) => bytes), scores: results.flatMap(({ scores }) => scores) }
}

/** The work on one video: the first failure or an abort stops all of it. */
interface VideoRun {
  readonly video: segment.VideoParts
  /** Aborted, with its reason, as soon as the video cannot be finished. */
  readonly signal: AbortSignal
  run(task: segment.RenderTask): Promise<DoneTask>
  /** The number of finished frames of all tasks of the video, including running tasks. */
  framesDone(): number
  fail(error: unknown): void
  /** Resolves with the results in order, when all promises have ended. Rejects with the first error. */
  all<T extends readonly unknown[] | []>(promises: T): Promise<{ -readonly [At in keyof T]: Awaited<T[At]> }>
}

interface DoneTask extends segment.RenderAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Runs `work` for one video. At the end it removes its abort listener: otherwise the combined signal would retain the pictures. */
export async function withVideoRun<T>(
  workers: WorkerPool<segment.RenderJob, segment.RenderAnswer>,
  video: segment.VideoParts,
  requestSignal: AbortSignal,
  work: (run: VideoRun) => Promise<T>,
): Promise<T> {
  const failure = new AbortController()
  const signal = AbortSignal.any([requestSignal, failure.signal])
  const stopWorkers = () => Atomics.store(video.stop, 0, 1)
  if (signal.aborted) stopWorkers()
  signal.addEventListener('abort', stopWorkers)
  try {
    return await work(createVideoRun(workers, video, signal, (error) => failure.abort(error)))
  } finally {
    signal.removeEventListener('abort', stopWorkers)
  }
}

function createVideoRun(
  workers: WorkerPool<segment.RenderJob, segment.RenderAnswer>,
  video: segment.VideoParts,
  signal: AbortSignal,
  fail: (error: unknown) => void,
): VideoRun {
  const progressCounters: Int32Array[] = []

  async function performTask(task: segment.RenderTask): Promise<DoneTask> {
    const progress = new Int32Array(new SharedArrayBuffer(segment.PROGRESS_WORDS * Int32Array.BYTES_PER_ELEMENT))
    progressCounters.push(progress)
    const { bytes, scores } = await workers.run({ video, task, progress }, { limitMs: segment.FRAME_LIMIT_MS, signal, progress })
    signal.throwIfAborted()
    if (!bytes) throw new Error('A render worker stopped unexpectedly')
    return { bytes, scores }
  }

  return {
    video,
    signal,
    framesDone: () => progressCounters.reduce((sum, counter) => sum + Atomics.load(counter, 0), 0),
    fail,
    run(task) {
      const result = performTask(task)
      result.catch(fail)
      return result
    },
    async all(promises) {
      for (const work of promises) Promise.resolve(work).catch(fail)
      await Promise.allSettled(promises)
      signal.throwIfAborted()
      return Promise.all(promises)
    },
  }
}
