import type { AppError } from '#shared/app-error.ts'
import type { ImageApi, ImageProblem, PreparedImage, PrepareOptions } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import { fail, ok } from '#shared/result.ts'

/** How long one call may take before its worker counts as stuck, in ms. */
export const IMAGE_TIMEOUT_MS = 60_000
/** An unused worker ends after this time, in ms, and gives its memory back. */
export const IMAGE_IDLE_MS = 10_000

export interface ImageWorker {
  readonly api: ImageApi
  terminate(): void
}

interface PageImage {
  prepareOnPage(file: Blob, options: PrepareOptions): Promise<Result<PreparedImage, ImageProblem>>
}

export interface ImageClientDeps {
  /** False in a browser without workers: the page prepares all pictures itself. */
  readonly hasWorkers: boolean
  /** Starts a worker; `onFailure` is called when it could not load, crashed or sent what cannot be read. */
  readonly spawn: (onFailure: (detail: string) => void) => ImageWorker
  readonly loadPageImage: () => Promise<PageImage>
  readonly maxInputPixels: () => number
  /** Runs something later; the answer cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

export interface ImageClient {
  /** Refusals carry an `image_…` code; `cancelled` after an abort, `worker_failed` when the worker died or took too long. */
  prepare(signal: AbortSignal, file: Blob): Promise<Result<PreparedImage>>
}

const CANCELLED: AppError = { code: 'cancelled', retry: 'now' }

/**
 * Owns the one image worker. Calls run one after another; an abort answers at once and ends the worker, because nothing else
 * stops a codec, and the next call starts a fresh one. A dead, stuck or idle worker is ended the same way. Where the worker
 * answers that it cannot prepare pictures, the page does so for the rest of the session.
 */
export function createImageClient({ hasWorkers, spawn, loadPageImage, maxInputPixels, setTimer }: ImageClientDeps): ImageClient {
  let worker: ImageWorker | null = null
  let ability: 'unknown' | 'worker' | 'page' = hasWorkers ? 'unknown' : 'page'
  let lastTurn: Promise<unknown> = Promise.resolve()
  let failCall: ((detail: string) => void) | null = null
  let cancelIdle: () => void = () => undefined

  function prepare(signal: AbortSignal, file: Blob): Promise<Result<PreparedImage>> {
    const turn = lastTurn.then(() => (signal.aborted ? fail(CANCELLED) : takeTurn(signal, file)))
    lastTurn = turn
    return orCancelled(signal, turn)
  }

  async function takeTurn(signal: AbortSignal, file: Blob): Promise<Result<PreparedImage>> {
    cancelIdle()
    const options = { maxInputPixels: maxInputPixels() }
    if (ability === 'unknown') {
      const answer = await callWorker(signal, (api) => api.canPrepare())
      if (!answer.ok) return answer
      ability = answer.value ? 'worker' : 'page'
      if (!answer.value) endWorker()
    }
    if (ability === 'page') return prepareOnPage(file, options)
    const answer = await callWorker(signal, (api) => api.prepare(file, options))
    cancelIdle = setTimer(endWorker, IMAGE_IDLE_MS)
    return answer.ok ? toAppResult(answer.value) : answer
  }

  function callWorker<T>(signal: AbortSignal, call: (api: ImageApi) => Promise<T>): Promise<Result<T>> {
    return new Promise((resolve) => {
      const settle = (result: Result<T>) => {
        if (failCall !== onFailure) return
        failCall = null
        stopTimer()
        signal.removeEventListener('abort', onAbort)
        if (!result.ok) endWorker()
        resolve(result)
      }
      const onAbort = () => settle(fail(CANCELLED))
      const onFailure = (detail: string) => settle(fail({ code: 'worker_failed', retry: 'now', detail }))
      const stopTimer = setTimer(() => onFailure('time limit'), IMAGE_TIMEOUT_MS)
      signal.addEventListener('abort', onAbort)
      failCall = onFailure
      callOn(call).then(
        (value) => settle(ok(value)),
        (error: unknown) => onFailure(String(error)),
      )
    })
  }

  async function callOn<T>(call: (api: ImageApi) => Promise<T>): Promise<T> {
    worker ??= startWorker()
    return call(worker.api)
  }

  function startWorker(): ImageWorker {
    const started = spawn((detail) => {
      if (worker !== started) return
      endWorker()
      failCall?.(detail)
    })
    return started
  }

  function endWorker(): void {
    worker?.terminate()
    worker = null
  }

  async function prepareOnPage(file: Blob, options: PrepareOptions): Promise<Result<PreparedImage>> {
    try {
      const page = await loadPageImage()
      return toAppResult(await page.prepareOnPage(file, options))
    } catch (error) {
      return fail({ code: 'worker_failed', retry: 'now', detail: String(error) })
    }
  }

  return { prepare }
}

function toAppResult(result: Result<PreparedImage, ImageProblem>): Result<PreparedImage> {
  return result.ok ? result : fail({ ...result.error, retry: 'never' })
}

/** The turn's answer, or `cancelled` as soon as the signal says so, even while the turn still waits in the queue. */
async function orCancelled<T>(signal: AbortSignal, turn: Promise<Result<T>>): Promise<Result<T>> {
  if (signal.aborted) return fail(CANCELLED)
  const heard = new AbortController()
  const abort = new Promise<Result<T>>((resolve) => {
    signal.addEventListener('abort', () => resolve(fail(CANCELLED)), { signal: heard.signal })
  })
  try {
    return await Promise.race([turn, abort])
  } finally {
    heard.abort()
  }
}
