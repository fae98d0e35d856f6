import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type * as contract from '#shared/contract/image-contract.ts'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import { JPEG_QUALITY } from '#shared/domain/media-limits.ts'
import { type WorkerClientDeps, createWorkerClient, toAppResult } from '#src/browser/worker-client.ts'

/** The time after which a call's worker counts as stuck, in ms. */
export const IMAGE_TIMEOUT_MS = 60_000
/** The idle time after which a worker ends and frees its memory, in ms. */
export const IMAGE_IDLE_MS = 10_000

export interface ImageClientDeps extends WorkerClientDeps<contract.ImageApi, contract.PrepareStage> {
  readonly loadPagePictures: (onStage: (stage: contract.PrepareStage) => void) => Promise<contract.PictureCalls>
  readonly maxInputPixels: () => number
}

export type PrepareRequest = Omit<contract.PrepareOptions, 'maxInputPixels'>

/** Errors have an `image_…` code: `cancelled` after an abort, `worker_failed` if the worker died or timed out. */
export interface ImageClient {
  /** `onStage` reports progress, from the start of the work on. */
  prepare(
    signal: AbortSignal,
    file: Blob,
    request?: PrepareRequest,
    onStage?: (stage: contract.PrepareStage) => void,
  ): Promise<Result<contract.PreparedImage>>
  /** The picture reduced for the crop dialog. */
  view(signal: AbortSignal, file: Blob): Promise<Result<contract.PictureView>>
  /** The chosen part at the source's own resolution. */
  crop(signal: AbortSignal, file: Blob, choice: CropChoice): Promise<Result<contract.CroppedImage>>
  /** The metrics of a prepared picture. */
  measure(signal: AbortSignal, picture: Blob): Promise<Result<PictureMetrics>>
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
export function createImageClient({ loadPagePictures, maxInputPixels, ...deps }: ImageClientDeps): ImageClient {
  const worker = createWorkerClient(deps)
  let ability: 'unknown' | 'worker' | 'page' = 'unknown'

  function queue<T>(
    signal: AbortSignal,
    call: Call<T>,
    onStage: (stage: contract.PrepareStage) => void = () => undefined,
  ): Promise<Result<T>> {
    const report = (stage: contract.PrepareStage) => !signal.aborted && onStage(stage)
    const turn = worker.queue(async () => (signal.aborted ? fail(CANCELLED) : run(signal, call, report)))
    return orCancelled(signal, turn)
  }

  async function run<T>(signal: AbortSignal, call: Call<T>, onStage: (stage: contract.PrepareStage) => void): Promise<Result<T>> {
    if (ability === 'unknown') {
      const answer = await worker.call((api) => api.canPrepare(), { signal, timeoutMs: IMAGE_TIMEOUT_MS })
      if (!answer.ok) return answer.error.code === 'cancelled' ? fail(CANCELLED) : callPage(call, onStage)
      ability = answer.value ? 'worker' : 'page'
      if (!answer.value) worker.end()
    }
    if (ability === 'page') return callPage(call, onStage)
    const answer = await worker.call((api) => call(api, maxInputPixels()), { signal, timeoutMs: IMAGE_TIMEOUT_MS, onProgress: onStage })
    worker.endWhenIdle(IMAGE_IDLE_MS)
    return toAppResult(answer, 'worker_failed')
  }

  async function callPage<T>(call: Call<T>, onStage: (stage: contract.PrepareStage) => void): Promise<Result<T>> {
    try {
      return toAppResult(ok(await call(await loadPagePictures(onStage), maxInputPixels())), 'worker_failed')
    } catch (error) {
      return fail({ code: 'worker_failed', retry: 'now', detail: String(error) })
    }
  }

  return {
    prepare: (signal, file, request = AS_IT_IS, onStage) =>
      queue(signal, (pictures, limit) => pictures.prepare(file, { ...request, maxInputPixels: limit }), onStage),
    view: (signal, file) => queue(signal, (pictures, limit) => pictures.view(file, limit)),
    crop: (signal, file, choice) => queue(signal, (pictures, limit) => pictures.crop(file, choice, limit)),
    measure: (signal, picture) => queue(signal, (pictures, limit) => pictures.measure(picture, limit)),
  }
}

/** The answer of a turn, or `cancelled` as soon as the signal aborts, also while queued. */
async function orCancelled<T>(signal: AbortSignal, turn: Promise<Result<T>>): Promise<Result<T>> {
  if (signal.aborted) return fail(CANCELLED)
  const listening = new AbortController()
  const abort = new Promise<Result<T>>((resolve) => {
    signal.addEventListener('abort', () => resolve(fail(CANCELLED)), { signal: listening.signal })
  })
  try {
    return await Promise.race([turn, abort])
  } finally {
    listening.abort()
  }
}
