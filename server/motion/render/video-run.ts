import type { WorkerPool } from './worker-pool.ts'
import { FRAME_LIMIT_MS } from './render-limits.ts'
import type { RenderAnswer, RenderJob, RenderTask, VideoParts } from './segment.ts'

/** The work for one video: the first failure or an abort stops all of it. */
export interface VideoRun {
  readonly video: VideoParts
  /** Aborted, with its reason, as soon as the video can't be finished. */
  readonly signal: AbortSignal
  run(task: RenderTask): Promise<DoneTask>
  fail(error: unknown): void
  /** Results in order, once nothing runs any more; rejects with what went wrong first. */
  all<T extends readonly unknown[] | []>(works: T): Promise<{ -readonly [At in keyof T]: Awaited<T[At]> }>
}

interface DoneTask extends RenderAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Makes one video. Its listener has to go in the end: a combined signal that is listened to is kept for ever, and the pictures with it. */
export async function withVideoRun<T>(
  workers: WorkerPool<RenderJob, RenderAnswer>,
  video: VideoParts,
  asked: AbortSignal,
  work: (run: VideoRun) => Promise<T>,
): Promise<T> {
  const failed = new AbortController()
  const signal = AbortSignal.any([asked, failed.signal])
  const giveUp = () => Atomics.store(video.stop, 0, 1)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  try {
    return await work(createVideoRun(workers, video, signal, (error) => failed.abort(error)))
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

function createVideoRun(
  workers: WorkerPool<RenderJob, RenderAnswer>,
  video: VideoParts,
  signal: AbortSignal,
  fail: (error: unknown) => void,
): VideoRun {
  async function perform(task: RenderTask): Promise<DoneTask> {
    const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const { bytes, scores } = await workers.run({ video, task, progress }, { limitMs: FRAME_LIMIT_MS, signal, progress })
    signal.throwIfAborted()
    if (!bytes) throw new Error('A render worker gave up by itself')
    return { bytes, scores }
  }

  return {
    video,
    signal,
    fail,
    run(task) {
      const done = perform(task)
      done.catch(fail)
      return done
    },
    async all(works) {
      for (const work of works) Promise.resolve(work).catch(fail)
      await Promise.allSettled(works)
      signal.throwIfAborted()
      return Promise.all(works)
    },
  }
}
