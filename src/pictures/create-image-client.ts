import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type * as contract from '#shared/contract/image-contract.ts'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import { JPEG_QUALITY } from '#shared/domain/media-limits.ts'

/** The time after which a call's worker counts as stuck, in ms. */
export const IMAGE_TIMEOUT_MS = 60_000
/** The idle time after which a worker ends and frees its memory, in ms. */
export const IMAGE_IDLE_MS = 10_000

export interface ImageWorker {
  readonly api: contract.ImageApi
  terminate(): void
}

/** Events of a worker apart from its answers. */
export interface WorkerEvents {
  /** It failed to load, crashed or sent unreadable data. */
  readonly onFailure: (detail: string) => void
  readonly onStage: (stage: contract.PrepareStage) => void
}

export interface ImageClientDeps {
  /** False without worker support: the page then processes all pictures itself. */
  readonly hasWorkers: boolean
  readonly spawn: (events: WorkerEvents) => ImageWorker
  readonly loadPagePictures: (onStage: (stage: contract.PrepareStage) => void) => Promise<contract.PictureCalls>
  readonly maxInputPixels: () => number
  /** Schedules a callback; returns a function that cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

export type PrepareRequest = Omit<contract.PrepareOptions, 'maxInputPixels'>

/** Errors have an `image_…` code: `cancelled` after an abort, `worker_failed` if the worker died or timed out. */
export interface ImageClient {
  /** `onStage` reports progress, from the start of the work on. */
  prepare(
    signal: AbortSignal,
    file: Blob,
    wish?: PrepareRequest,
    onStage?: (stage: contract.PrepareStage) => void,
  ): Promise<Result<contract.PreparedImage>>
  /** The picture reduced for the crop dialog. */
  view(signal: AbortSignal, file: Blob): Promise<Result<contract.PictureView>>
  /** The chosen part at the source's own resolution. */
  crop(signal: AbortSignal, file: Blob, choice: CropChoice): Promise<Result<contract.CroppedImage>>
  /** The metrics of a prepared picture. */
  look(signal: AbortSignal, picture: Blob): Promise<Result<PictureMetrics>>
}

type Call<T> = (pictures: contract.PictureCalls, maxInputPixels: number) => Promise<Result<T, contract.ImageProblem>>

/** The default preparation. */
export const AS_IT_IS: PrepareRequest = { crop: null, quality: JPEG_QUALITY, isBrightened: false }

const CANCELLED: AppError = { code: 'cancelled', retry: 'now' }

/**
 * Owns the image worker. Calls run one after another. An abort resolves at once and ends the worker, because codecs can't be stopped; the
 * next call starts another. Crashed, stuck and idle workers are ended too. The page does the work for the session if workers can't, and for
 * one call if none has started yet.
 */
export function createImageClient({ hasWorkers, spawn, loadPagePictures, maxInputPixels, setTimer }: ImageClientDeps): ImageClient {
  let worker: ImageWorker | null = null
  let ability: 'unknown' | 'worker' | 'page' = hasWorkers ? 'unknown' : 'page'
  let lastTurn: Promise<unknown> = Promise.resolve()
  let failCall: ((detail: string) => void) | null = null
  let cancelIdle: () => void = () => undefined
  let tellStage: (stage: contract.PrepareStage) => void = () => undefined

  function queue<T>(
    signal: AbortSignal,
    call: Call<T>,
    onStage: (stage: contract.PrepareStage) => void = () => undefined,
  ): Promise<Result<T>> {
    const turn = lastTurn.then(() => (signal.aborted ? fail(CANCELLED) : takeTurn(signal, call, onStage)))
    lastTurn = turn
    return orCancelled(signal, turn)
  }

  async function takeTurn<T>(signal: AbortSignal, call: Call<T>, onStage: (stage: contract.PrepareStage) => void): Promise<Result<T>> {
    cancelIdle()
    tellStage = (stage) => !signal.aborted && onStage(stage)
    if (ability === 'unknown') {
      const answer = await callWorker(signal, (api) => api.canPrepare())
      if (!answer.ok) return answer.error.code === CANCELLED.code ? answer : callPage(call)
      ability = answer.value ? 'worker' : 'page'
      if (!answer.value) endWorker()
    }
    if (ability === 'page') return callPage(call)
    const answer = await callWorker(signal, (api) => call(api, maxInputPixels()))
    cancelIdle = setTimer(endWorker, IMAGE_IDLE_MS)
    return answer.ok ? toAppResult(answer.value) : answer
  }

  async function callWorker<T>(signal: AbortSignal, call: (api: contract.ImageApi) => Promise<T>): Promise<Result<T>> {
    if (signal.aborted) return fail(CANCELLED)
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

  async function callOn<T>(call: (api: contract.ImageApi) => Promise<T>): Promise<T> {
    worker ??= startWorker()
    return call(worker.api)
  }

  function startWorker(): ImageWorker {
    const started = spawn({
      onFailure(detail) {
        if (worker !== started) return
        endWorker()
        failCall?.(detail)
      },
      onStage: (stage) => worker === started && tellStage(stage),
    })
    return started
  }

  function endWorker(): void {
    worker?.terminate()
    worker = null
  }

  async function callPage<T>(call: Call<T>): Promise<Result<T>> {
    try {
      return toAppResult(await call(await loadPagePictures((stage) => tellStage(stage)), maxInputPixels()))
    } catch (error) {
      return fail({ code: 'worker_failed', retry: 'now', detail: String(error) })
    }
  }

  return {
    prepare: (signal, file, wish = AS_IT_IS, onStage) =>
      queue(signal, (pictures, limit) => pictures.prepare(file, { ...wish, maxInputPixels: limit }), onStage),
    view: (signal, file) => queue(signal, (pictures, limit) => pictures.view(file, limit)),
    crop: (signal, file, choice) => queue(signal, (pictures, limit) => pictures.crop(file, choice, limit)),
    look: (signal, picture) => queue(signal, (pictures, limit) => pictures.look(picture, limit)),
  }
}

function toAppResult<T>(result: Result<T, contract.ImageProblem>): Result<T> {
  return result.ok ? result : fail({ ...result.error, retry: 'never' })
}

/** The answer of a turn, or `cancelled` as soon as the signal aborts, also while queued. */
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
