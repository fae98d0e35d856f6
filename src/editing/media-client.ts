import { systemClock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'
import { type Result, ok } from '#shared/result.ts'
import type * as contract from '#shared/contract/media-contract.ts'
import { MEDIA_IDLE_MS, MEDIA_RETRY_MS, MEDIA_SILENCE_MS } from '#shared/domain/editing-rules.ts'
import {
  type StartedWorker,
  type WorkerClientDeps,
  type WorkerEvents,
  connectWorker,
  createWorkerClient,
  toAppResult,
} from '#src/browser/worker-client.ts'
import { noteWorkerError } from '#src/reporting/errors.ts'

/**
 * Calls to the media worker. Errors: `media_…` codes for files that the worker refuses; `cancelled` if the signal aborted, or if another
 * call stopped an estimate; `media_failed` if the worker crashed or did not answer in two tries.
 */
export interface MediaClient {
  inspect(signal: AbortSignal, clip: Blob): Promise<Result<contract.ClipFacts>>
  make(signal: AbortSignal, order: contract.EditOrder, onShare: (share: number) => void): Promise<Result<contract.MadeMedia>>
  /** Estimates the size of an animation, in bytes. Any other call cancels the estimate, so that it delays no work. */
  estimate(signal: AbortSignal, order: contract.AnimationOrder): Promise<Result<number>>
  sketch(signal: AbortSignal, order: contract.SketchVideoOrder, onShare: (share: number) => void): Promise<Result<contract.MadeMedia>>
  formats(signal: AbortSignal): Promise<Result<readonly contract.MediaFormat[]>>
}

type Call<T> = (api: contract.MediaApi) => Promise<Result<T, contract.MediaProblem>>

/**
 * Owns the media worker. One call runs at a time. An abort ends the worker, because codecs can't be stopped. A crash, a timeout and
 * idleness end it too.
 */
export function createMediaClient(deps: WorkerClientDeps<contract.MediaApi, number>): MediaClient {
  const worker = createWorkerClient(deps)
  let cancelEstimate: () => void = () => undefined

  /**
   * Runs a call, and tries it again in a new worker after a silence: Firefox 153 can block a worker forever while it starts the
   * worker of the sound encoder.
   */
  async function runCall<T>(signal: AbortSignal, call: Call<T>, onShare: (share: number) => void): Promise<Result<T>> {
    const callWorker = (silenceMs: number) => worker.call(call, { signal, silenceMs, onProgress: onShare })
    let answer = await callWorker(MEDIA_RETRY_MS)
    if (!answer.ok && answer.error.code === 'worker_timeout') answer = await callWorker(MEDIA_SILENCE_MS)
    worker.endWhenIdle(MEDIA_IDLE_MS)
    return toAppResult(answer, 'media_failed')
  }

  function queue<T>(signal: AbortSignal, call: Call<T>, onShare: (share: number) => void = () => undefined): Promise<Result<T>> {
    cancelEstimate()
    return worker.queue(() => runCall(signal, call, onShare))
  }

  function estimate(signal: AbortSignal, order: contract.AnimationOrder): Promise<Result<number>> {
    const estimateController = new AbortController()
    return anySignal([signal, estimateController.signal], (eitherSignal) => {
      const result = queue(eitherSignal, (api) => api.estimate(order))
      cancelEstimate = () => estimateController.abort()
      return result
    })
  }

  return {
    inspect: (signal, clip) => queue(signal, (api) => api.inspect(clip)),
    make: (signal, order, onShare) => queue(signal, (api) => api.make(order), onShare),
    estimate,
    sketch: (signal, order, onShare) => queue(signal, (api) => api.sketch(order), onShare),
    formats: (signal) => queue(signal, async (api) => ok(await api.formats())),
  }
}

export const mediaClient: MediaClient = createMediaClient({ spawn, setTimer: systemClock.setTimer })

function spawn(events: WorkerEvents<number>): StartedWorker<contract.MediaApi> {
  const worker = new Worker(new URL('../../workers/media/media-worker.ts', import.meta.url), { type: 'module', name: 'media' })
  worker.addEventListener('error', ({ message }) => noteWorkerError('media', message))
  return connectWorker(worker, events)
}
