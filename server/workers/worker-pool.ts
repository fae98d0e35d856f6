import { Worker } from 'node:worker_threads'
import { type Clock, systemClock } from '#shared/clock.ts'

/** The time for a worker to react to a stop, in ms. */
export const STOP_GRACE_MS = 5_000
/** How long an idle worker runs before it is ended to free its memory, in ms. */
export const WORKER_IDLE_MS = 60_000
/** The JavaScript heap of one worker in MiB; pixels are outside it. */
const WORKER_HEAP_MIB = 256

export interface JobRun {
  /** The time limit of a running job, in ms. With `progress`: the time limit for the next change of the progress. */
  readonly limitMs: number
  /** Integers in shared memory that the worker increments. Each change restarts the time limit. */
  readonly progress?: Int32Array
  /** Aborts a waiting job at once; a running job has a few seconds to respond. */
  readonly signal: AbortSignal
}

export interface WorkerPool<Job, Answer> {
  /** Rejects with `JobTimeout` after the limit, with the signal's reason when aborted, and with the error that ended the worker. */
  run(job: Job, run: JobRun): Promise<Answer>
  close(): Promise<void>
}

/** A job exceeded its limit; its worker has been ended. */
export class JobTimeout extends Error {
  override readonly name = 'JobTimeout'
}

interface Waiting<Job, Answer> {
  readonly job: Job
  readonly run: JobRun
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  giveUp: (reason: unknown) => void
}

/**
 * Runs queued jobs. A worker runs one job at a time, and ends after it was idle for a while. If a worker crashes, exceeds its limit or
 * ignores an abort, it is ended and only its own job fails. A worker counts until its thread has ended, so live workers never exceed the
 * size.
 */
export function createWorkerPool<Job, Answer>(
  workerUrl: URL,
  size: number,
  setTimer: Clock['setTimer'] = systemClock.setTimer,
): WorkerPool<Job, Answer> {
  const living = new Set<Worker>()
  const idle = new Map<Worker, () => void>()
  const busy = new Map<Worker, (how: (waiting: Waiting<Job, Answer>) => void) => void>()
  const queue: Waiting<Job, Answer>[] = []
  let isClosed = false

  function startWorker(): Worker {
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB } })
    living.add(worker)
    worker.on('message', (answer: Answer) => {
      const settle = busy.get(worker)
      if (!settle) return
      if (!isClosed) rest(worker)
      settle(({ resolve }) => resolve(answer))
      startNext()
    })
    worker.on('error', (error) => end(worker, error))
    worker.on('exit', (code) => {
      end(worker, new Error(`A worker ended with code ${code}`))
      living.delete(worker)
      startNext()
    })
    return worker
  }

  function rest(worker: Worker): void {
    idle.set(
      worker,
      setTimer(() => end(worker), WORKER_IDLE_MS),
    )
  }

  function end(worker: Worker, error?: unknown): void {
    idle.get(worker)?.()
    idle.delete(worker)
    busy.get(worker)?.(({ reject }) => reject(error))
    void worker.terminate()
  }

  function acquireIdle(): Worker | undefined {
    const [last] = [...idle.keys()].slice(-1)
    if (!last) return undefined
    idle.get(last)?.()
    idle.delete(last)
    return last
  }

  function startNext(): void {
    if (isClosed || queue.length === 0) return
    const worker = acquireIdle() ?? (living.size < size ? startWorker() : undefined)
    const waiting = worker && queue.shift()
    if (!worker || !waiting) return
    begin(worker, waiting)
    startNext()
  }

  function begin(worker: Worker, waiting: Waiting<Job, Answer>): void {
    const { limitMs, progress } = waiting.run
    const count = () => (progress ? progress.reduce((sum, _, word) => sum + Atomics.load(progress, word), 0) : 0)
    const watch = (): (() => void) => {
      const before = count()
      return setTimer(() => {
        if (count() !== before) cancelLimit = watch()
        else end(worker, new JobTimeout(`A worker did not respond for ${limitMs} ms`))
      }, limitMs)
    }
    let cancelLimit = watch()
    let cancelGrace = () => {}
    waiting.giveUp = (reason) => (cancelGrace = setTimer(() => end(worker, reason), STOP_GRACE_MS))
    busy.set(worker, (how) => {
      busy.delete(worker)
      cancelLimit()
      cancelGrace()
      how(waiting)
    })
    worker.postMessage(waiting.job)
  }

  function enqueue(job: Job, run: JobRun, onQueued: (waiting: Waiting<Job, Answer>) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(reason)
      }
      const waiting = { job, run, resolve, reject, giveUp }
      queue.push(waiting)
      onQueued(waiting)
    })
  }

  return {
    async run(job, run) {
      const { signal } = run
      if (isClosed) throw new Error('The worker pool is closed')
      signal.throwIfAborted()
      let onAbort = () => {}
      const answer = enqueue(job, run, (waiting) => (onAbort = () => waiting.giveUp(signal.reason)))
      signal.addEventListener('abort', onAbort)
      startNext()
      return answer.finally(() => signal.removeEventListener('abort', onAbort))
    },
    async close() {
      isClosed = true
      for (const waiting of queue.splice(0)) waiting.reject(new Error('The worker pool is closed'))
      for (const cancel of idle.values()) cancel()
      idle.clear()
      await Promise.all([...living].map((worker) => worker.terminate()))
    },
  }
}
