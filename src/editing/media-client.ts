import { wrap } from 'comlink'
import { anySignal } from '#shared/any-signal.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type * as contract from '#shared/contract/media-contract.ts'
import { MEDIA_IDLE_MS, MEDIA_RETRY_MS, MEDIA_SILENCE_MS } from '#shared/domain/editing-rules.ts'
import { noteWorkerError } from '#src/reporting/errors.ts'

export interface MediaWorker {
  readonly api: contract.MediaApi
  terminate(): void
}

export interface MediaWorkerEvents {
  /** It failed to load, crashed or sent unreadable data. */
  readonly onFailure: (detail: string) => void
  /** The progress of its order, from 0 to 1. */
  readonly onShare: (share: number) => void
}

interface MediaClientDeps {
  readonly spawn: (events: MediaWorkerEvents) => MediaWorker
  /** Schedules a callback; returns a function that cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

/** Errors have a `media_…` code: `cancelled` after an abort, `media_failed` if the worker died or was silent twice. */
export interface MediaClient {
  look(signal: AbortSignal, clip: Blob): Promise<Result<contract.ClipFacts>>
  make(signal: AbortSignal, order: contract.EditOrder, onShare: (share: number) => void): Promise<Result<contract.MadeMedia>>
  /** In bytes. Each other call cancels it, so that no work waits for an estimate. */
  estimate(signal: AbortSignal, order: contract.AnimationOrder): Promise<Result<number>>
  sketch(signal: AbortSignal, order: contract.SketchVideoOrder, onShare: (share: number) => void): Promise<Result<contract.MadeMedia>>
  formats(signal: AbortSignal): Promise<Result<readonly contract.MediaFormat[]>>
}

type Call<T> = (api: contract.MediaApi) => Promise<Result<T, contract.MediaProblem>>

const SILENCE = 'silence'
const CANCELLED: AppError = { code: 'cancelled', retry: 'now' }

/**
 * Owns the media worker. One call runs at a time. An abort ends the worker, because codecs can't be stopped; so do a crash, a timeout and
 * idleness.
 */
export function createMediaClient({ spawn, setTimer }: MediaClientDeps): MediaClient {
  let worker: MediaWorker | null = null
  let lastTurn: Promise<unknown> = Promise.resolve()
  let events: MediaWorkerEvents | null = null
  let cancelIdle: () => void = () => undefined
  let cancelEstimate: () => void = () => undefined

  function endWorker(): void {
    worker?.terminate()
    worker = null
  }

  function startWorker(): MediaWorker {
    const started = spawn({
      onFailure: (detail) => worker === started && (events?.onFailure(detail) ?? endWorker()),
      onShare: (share) => worker === started && events?.onShare(share),
    })
    return started
  }

  /** Firefox 153 can block a worker forever while it starts the worker of the sound encoder; a fresh worker succeeds. */
  async function run<T>(signal: AbortSignal, call: Call<T>, onShare: (share: number) => void): Promise<Result<T>> {
    const first = await attempt(signal, call, onShare, MEDIA_RETRY_MS)
    const isSilent = !first.ok && first.error.code === 'media_failed' && first.error.detail === SILENCE
    return isSilent ? attempt(signal, call, onShare, MEDIA_SILENCE_MS) : first
  }

  async function attempt<T>(signal: AbortSignal, call: Call<T>, onShare: (share: number) => void, silenceMs: number): Promise<Result<T>> {
    if (signal.aborted) return fail(CANCELLED)
    cancelIdle()
    const over = new AbortController()
    const answer = await new Promise<Result<T>>((resolve) => {
      const onFailure = (detail: string) => resolve(fail({ code: 'media_failed', retry: 'now', detail }))
      const awaitNews = () => setTimer(() => onFailure(SILENCE), silenceMs)
      let stopTimer = awaitNews()
      events = {
        onFailure,
        onShare(share) {
          stopTimer()
          stopTimer = awaitNews()
          onShare(share)
        },
      }
      over.signal.addEventListener('abort', () => stopTimer())
      signal.addEventListener('abort', () => resolve(fail(CANCELLED)), { signal: over.signal })
      worker ??= startWorker()
      call(worker.api).then(
        (result) => resolve(result.ok ? result : fail({ ...result.error, retry: 'never' })),
        (error: unknown) => onFailure(String(error)),
      )
    })
    over.abort()
    events = null
    if (!answer.ok && answer.error.retry === 'now') endWorker()
    else cancelIdle = setTimer(endWorker, MEDIA_IDLE_MS)
    return answer
  }

  function queue<T>(signal: AbortSignal, call: Call<T>, onShare: (share: number) => void = () => undefined): Promise<Result<T>> {
    cancelEstimate()
    const turn = lastTurn.then(() => run(signal, call, onShare))
    lastTurn = turn
    return turn
  }

  function estimate(signal: AbortSignal, order: contract.AnimationOrder): Promise<Result<number>> {
    const end = new AbortController()
    return anySignal([signal, end.signal], (any) => {
      const turn = queue(any, (api) => api.estimate(order))
      cancelEstimate = () => end.abort()
      return turn
    })
  }

  return {
    look: (signal, clip) => queue(signal, (api) => api.look(clip)),
    make: (signal, order, onShare) => queue(signal, (api) => api.make(order), onShare),
    estimate,
    sketch: (signal, order, onShare) => queue(signal, (api) => api.sketch(order), onShare),
    formats: (signal) => queue(signal, async (api) => ok(await api.formats())),
  }
}

export const mediaClient: MediaClient = createMediaClient({
  spawn: spawnMediaWorker,
  setTimer(run, delayMs) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
})

function spawnMediaWorker({ onFailure, onShare }: MediaWorkerEvents): MediaWorker {
  const worker = new Worker(new URL('../../workers/media/media-worker.ts', import.meta.url), { type: 'module', name: 'media' })
  worker.addEventListener('error', ({ message }) => {
    noteWorkerError('media', message)
    onFailure(message)
  })
  worker.addEventListener('messageerror', () => onFailure('unreadable message'))
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const share = shareOf(data)
    if (share !== undefined) onShare(share)
  })
  return { api: wrap<contract.MediaApi>(worker), terminate: () => worker.terminate() }
}

/** Progress messages arrive in addition to comlink's. */
function shareOf(data: unknown): number | undefined {
  return typeof data === 'object' && data !== null && 'share' in data && typeof data.share === 'number' ? data.share : undefined
}
