import { wrap } from 'comlink'
import type { Clock } from '#shared/clock.ts'
import type { ProgressMessage } from '#shared/contract/progress-message.ts'
import { createTurns } from '#shared/create-turns.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'

export interface StartedWorker<Api> {
  readonly api: Api
  terminate(): void
}

/** The events of a worker, apart from its answers to calls. */
export interface WorkerEvents<Progress> {
  /** The worker failed to load, crashed or sent unreadable data. */
  readonly onFailure: (detail: string) => void
  readonly onProgress: (progress: Progress) => void
}

/**
 * `cancelled`: the signal aborted, or the worker was ended. `worker_failed`: the worker did not start, crashed, or threw. `worker_timeout`: the
 * call exceeded its limit. The next call starts another worker.
 */
export interface WorkerFailure {
  readonly code: 'cancelled' | 'worker_failed' | 'worker_timeout'
  readonly detail: string
}

export interface WorkerClientDeps<Api, Progress> {
  /** Starts the worker. May throw if the browser has no workers or blocks this worker. */
  readonly spawn: (events: WorkerEvents<Progress>) => StartedWorker<Api>
  readonly setTimer: Clock['setTimer']
}

interface CallOptions<Progress> {
  readonly signal?: AbortSignal
  /** The time limit of the whole call, in ms. */
  readonly timeoutMs?: number
  /** The time limit until the first progress report, and between two reports, in ms. */
  readonly silenceMs?: number
  readonly onProgress?: (progress: Progress) => void
}

export interface WorkerClient<Api, Progress> {
  /**
   * Runs a call, and starts the worker if none runs. An abort ends the worker unless it has other calls, because codecs can't be
   * stopped. Never rejects.
   */
  call<T>(run: (api: Api) => Promise<T>, options: CallOptions<Progress>): Promise<Result<T, WorkerFailure>>
  /** Sends a message to the running worker. Does nothing if no worker runs. */
  notify(send: (api: Api) => Promise<void>): void
  /** Runs work after all work that was queued before it. */
  queue<T>(work: () => Promise<T>): Promise<T>
  /** From now on, ends the worker when it has had no call for `idleMs`. */
  endWhenIdle(idleMs: number): void
  end(): void
}

interface RunningCall<Progress> {
  readonly fail: (failure: WorkerFailure) => void
  readonly onProgress: (progress: Progress) => void
}

const CANCELLED: WorkerFailure = { code: 'cancelled', detail: '' }

/**
 * Owns one worker at a time.
 *
 * none ── call ──► running ── idle, end, abort of the last call ──► none: running calls return `cancelled`
 *                         └── no start, crash, exception, limit ──► none: running calls return `worker_failed` or `worker_timeout`
 *
 * `onEnd` is called before the running calls return.
 */
export function createWorkerClient<Api, Progress = never>(
  { spawn, setTimer }: WorkerClientDeps<Api, Progress>,
  onEnd: (failure: WorkerFailure) => void = () => undefined,
): WorkerClient<Api, Progress> {
  const calls = new Set<RunningCall<Progress>>()
  let worker: StartedWorker<Api> | null = null
  let cancelIdleTimer: () => void = () => undefined

  function startWorker(): StartedWorker<Api> {
    const startedWorker = spawn({
      onFailure: (detail) => worker === startedWorker && endWorker({ code: 'worker_failed', detail }),
      onProgress(progress) {
        if (worker === startedWorker) for (const call of calls) call.onProgress(progress)
      },
    })
    return startedWorker
  }

  function endWorker(failure: WorkerFailure): void {
    cancelIdleTimer()
    worker?.terminate()
    worker = null
    onEnd(failure)
    for (const call of calls) call.fail(failure)
  }

  function call<T>(run: (api: Api) => Promise<T>, options: CallOptions<Progress>): Promise<Result<T, WorkerFailure>> {
    const { signal, timeoutMs, silenceMs, onProgress } = options
    if (signal?.aborted === true) return Promise.resolve(fail(CANCELLED))
    cancelIdleTimer()
    return new Promise((resolve) => {
      const startTimer = (limitMs: number | undefined, detail: string) =>
        limitMs === undefined ? () => undefined : setTimer(() => endWorker({ code: 'worker_timeout', detail }), limitMs)
      const stopTimer = startTimer(timeoutMs, 'time limit')
      let stopSilenceTimer = startTimer(silenceMs, 'silence')
      const settle = (result: Result<T, WorkerFailure>) => {
        calls.delete(runningCall)
        stopTimer()
        stopSilenceTimer()
        signal?.removeEventListener('abort', onAbort)
        resolve(result)
      }
      const runningCall: RunningCall<Progress> = {
        fail: (failure) => settle(fail(failure)),
        onProgress(progress) {
          stopSilenceTimer()
          stopSilenceTimer = startTimer(silenceMs, 'silence')
          onProgress?.(progress)
        },
      }
      const onAbort = () => {
        runningCall.fail(CANCELLED)
        if (calls.size === 0) endWorker(CANCELLED)
      }
      const onThrown = (error: unknown) => calls.has(runningCall) && endWorker({ code: 'worker_failed', detail: String(error) })
      signal?.addEventListener('abort', onAbort)
      calls.add(runningCall)
      try {
        worker ??= startWorker()
        run(worker.api).then((value) => calls.has(runningCall) && settle(ok(value)), onThrown)
      } catch (error) {
        onThrown(error)
      }
    })
  }

  return {
    call,
    notify(send) {
      if (worker !== null) void send(worker.api).catch(() => undefined)
    },
    queue: createTurns(),
    endWhenIdle(idleMs) {
      cancelIdleTimer()
      if (worker !== null) cancelIdleTimer = setTimer(() => endWorker(CANCELLED), idleMs)
    },
    end: () => endWorker(CANCELLED),
  }
}

/**
 * Connects to a worker through comlink. The worker exposes `Api`, whose methods accept and return plain data, and posts
 * `ProgressMessage`s.
 */
export function connectWorker<Api, Progress>(worker: Worker, events: WorkerEvents<Progress>): StartedWorker<Api> {
  worker.addEventListener('error', ({ message }) => events.onFailure(message))
  worker.addEventListener('messageerror', () => events.onFailure('unreadable message'))
  worker.addEventListener('message', ({ data }: MessageEvent<Partial<ProgressMessage<Progress>>>) => {
    if (data.progress !== undefined) events.onProgress(data.progress)
  })
  return { api: wrap<Api>(worker) as Api, terminate: () => worker.terminate() }
}

/**
 * Turns a worker's answer into a result. A refusal by the worker's code must not be retried. A cancelled call fails with `cancelled`, and
 * any other failure of the worker itself with `failureCode`; both may be retried.
 */
export function toAppResult<T>(
  answer: Result<Result<T, Pick<AppError, 'code' | 'detail'>>, WorkerFailure>,
  failureCode: AppError['code'],
): Result<T> {
  if (answer.ok) return answer.value.ok ? answer.value : fail({ ...answer.value.error, retry: 'never' })
  const { code, detail } = answer.error
  return fail(code === 'cancelled' ? { code, retry: 'now' } : { code: failureCode, retry: 'now', detail })
}
