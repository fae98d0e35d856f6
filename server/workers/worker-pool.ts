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
  /** Integers in shared memory that the worker increments. When the time limit ends, it starts again if an integer has changed. */
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

interface WaitingJob<Job, Answer> {
  readonly job: Job
  readonly run: JobRun
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  giveUp: (reason: unknown) => void
}

/**
 * Runs queued jobs. A worker runs one job at a time, and ends after it was idle for a while. If a worker crashes, exceeds its limit or
 * ignores an abort, it is ended and only its own job fails. A worker counts until its thread has ended, so the live workers never
 * exceed `size`.
 */
export function createWorkerPool<Job, Answer>(
  workerUrl: URL,
  size: number,
  setTimer: Clock['setTimer'] = systemClock.setTimer,
): WorkerPool<Job, Answer> {
  const livingWorkers = new Set<Worker>()
  const idleWorkers = new Map<Worker, () => void>()
  const busyWorkers = new Map<Worker, (settleJob: (waitingJob: WaitingJob<Job, Answer>) => void) => void>()
  const queue: WaitingJob<Job, Answer>[] = []
  let isClosed = false

  function startWorker(): Worker {
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB } })
    livingWorkers.add(worker)
    worker.on('message', (answer: Answer) => {
      const settle = busyWorkers.get(worker)
      if (!settle) return
      if (!isClosed) setIdle(worker)
      settle(({ resolve }) => resolve(answer))
      startNext()
    })
    worker.on('error', (error) => endWorker(worker, error))
    worker.on('exit', (code) => {
      endWorker(worker, new Error(`A worker ended with code ${code}`))
      livingWorkers.delete(worker)
      startNext()
    })
    return worker
  }

  function setIdle(worker: Worker): void {
    idleWorkers.set(
      worker,
      setTimer(() => endWorker(worker), WORKER_IDLE_MS),
    )
  }

  function endWorker(worker: Worker, error?: unknown): void {
    idleWorkers.get(worker)?.()
    idleWorkers.delete(worker)
    busyWorkers.get(worker)?.(({ reject }) => reject(error))
    void worker.terminate()
  }

  function acquireIdle(): Worker | undefined {
    const [lastIdleWorker] = [...idleWorkers.keys()].slice(-1)
    if (!lastIdleWorker) return undefined
    idleWorkers.get(lastIdleWorker)?.()
    idleWorkers.delete(lastIdleWorker)
    return lastIdleWorker
  }

  function startNext(): void {
    if (isClosed || queue.length === 0) return
    const worker = acquireIdle() ?? (livingWorkers.size < size ? startWorker() : undefined)
    const waitingJob = worker && queue.shift()
    if (!worker || !waitingJob) return
    beginJob(worker, waitingJob)
    startNext()
  }

  function beginJob(worker: Worker, waitingJob: WaitingJob<Job, Answer>): void {
    const { limitMs, progress } = waitingJob.run
    const readProgress = () => (progress ? progress.reduce((sum, _, index) => sum + Atomics.load(progress, index), 0) : 0)
    const startTimeLimit = (): (() => void) => {
      const progressBefore = readProgress()
      return setTimer(() => {
        if (readProgress() !== progressBefore) cancelLimit = startTimeLimit()
        else endWorker(worker, new JobTimeout(`A worker did not respond for ${limitMs} ms`))
      }, limitMs)
    }
    let cancelLimit = startTimeLimit()
    let cancelGrace = () => {}
    waitingJob.giveUp = (reason) => (cancelGrace = setTimer(() => endWorker(worker, reason), STOP_GRACE_MS))
    busyWorkers.set(worker, (settleJob) => {
      busyWorkers.delete(worker)
      cancelLimit()
      cancelGrace()
      settleJob(waitingJob)
    })
    worker.postMessage(waitingJob.job)
  }

  function enqueue(job: Job, run: JobRun, onQueued: (waitingJob: WaitingJob<Job, Answer>) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        queue.splice(queue.indexOf(waitingJob), 1)
        reject(reason)
      }
      const waitingJob = { job, run, resolve, reject, giveUp }
      queue.push(waitingJob)
      onQueued(waitingJob)
    })
  }

  return {
    async run(job, run) {
      const { signal } = run
      if (isClosed) throw new Error('The worker pool is closed')
      signal.throwIfAborted()
      let onAbort = () => {}
      const answer = enqueue(job, run, (waitingJob) => (onAbort = () => waitingJob.giveUp(signal.reason)))
      signal.addEventListener('abort', onAbort)
      startNext()
      return answer.finally(() => signal.removeEventListener('abort', onAbort))
    },
    async close() {
      isClosed = true
      for (const waitingJob of queue.splice(0)) waitingJob.reject(new Error('The worker pool is closed'))
      for (const cancel of idleWorkers.values()) cancel()
      idleWorkers.clear()
      await Promise.all([...livingWorkers].map((worker) => worker.terminate()))
    },
  }
}
