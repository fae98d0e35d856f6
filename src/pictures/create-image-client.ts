import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type * as contract from '#shared/contract/image-contract.ts'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import { JPEG_QUALITY } from '#shared/domain/media-limits.ts'
import { type WorkerClientDeps, createWorkerClient, toAppResult } from '#src/browser/worker-client.ts'

/** A call that runs longer than this counts as stuck, in ms. */
export const IMAGE_TIMEOUT_MS = 60_000
/** A worker without calls for this long is ended to free its memory, in ms. */
export const IMAGE_IDLE_MS = 10_000

export interface ImageClientDeps extends WorkerClientDeps<contract.ImageApi, contract.PrepareStage> {
  readonly loadPagePictures: (onStage: (stage: contract.PrepareStage) => void) => Promise<contract.PictureCalls>
  readonly maxInputPixels: () => number
}

export type PrepareRequest = Omit<contract.PrepareOptions, 'maxInputPixels'>

/**
 * Calls to the image worker. Refused pictures have an `image_…` error. `cancelled`: the signal aborted. `worker_failed`: the worker
 * crashed or timed out.
 */
export interface ImageClient {
  /** Prepares a picture for the form. `onStage` reports the current step. */
  prepare(
    signal: AbortSignal,
    file: Blob,
    request?: PrepareRequest,
    onStage?: (stage: contract.PrepareStage) => void,
  ): Promise<Result<contract.PreparedImage>>
  /** Decodes a picture in the reduced size of the crop dialog. */
  view(signal: AbortSignal, file: Blob): Promise<Result<contract.PictureView>>
  /** Cuts out the chosen part at the picture's own resolution. */
  crop(signal: AbortSignal, file: Blob, choice: CropChoice): Promise<Result<contract.CroppedImage>>
  /** Measures a prepared picture for the pre-flight checks. */
  measure(signal: AbortSignal, picture: Blob): Promise<Result<PictureMetrics>>
}

type Call<T> = (pictures: contract.PictureCalls, maxInputPixels: number) => Promise<Result<T, contract.ImageProblem>>

/** The preparation without a crop and without brightening. */
export const AS_IT_IS: PrepareRequest = { crop: null, quality: JPEG_QUALITY, isBrightened: false }

const CANCELLED: AppError = { code: 'cancelled', retry: 'now' }

/**
 * Owns the image worker. Calls run one after another. An abort resolves at once and ends the worker, because codecs can't be stopped.
 * Crashed, stuck and idle workers are ended too. The next call starts a new worker. A worker is first asked whether it can prepare
 * pictures: if not, the page does all work from then on; if the worker fails before it answers, the page does the work of this one call.
 */
export function createImageClient({ loadPagePictures, maxInputPixels, ...deps }: ImageClientDeps): ImageClient {
  const worker = createWorkerClient(deps)
  let preparer: 'unknown' | 'worker' | 'page' = 'unknown'

  function queue<T>(
    signal: AbortSignal,
    call: Call<T>,
    onStage: (stage: contract.PrepareStage) => void = () => undefined,
  ): Promise<Result<T>> {
    const reportStage = (stage: contract.PrepareStage) => !signal.aborted && onStage(stage)
    const queuedCall = worker.queue(async () => (signal.aborted ? fail(CANCELLED) : runCall(signal, call, reportStage)))
    return orCancelled(signal, queuedCall)
  }

  async function runCall<T>(signal: AbortSignal, call: Call<T>, onStage: (stage: contract.PrepareStage) => void): Promise<Result<T>> {
    if (preparer === 'unknown') {
      const answer = await worker.call((api) => api.canPrepare(), { signal, timeoutMs: IMAGE_TIMEOUT_MS })
      if (!answer.ok) return answer.error.code === 'cancelled' ? fail(CANCELLED) : callPage(call, onStage)
      preparer = answer.value ? 'worker' : 'page'
      if (!answer.value) worker.end()
    }
    if (preparer === 'page') return callPage(call, onStage)
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

/** Resolves to the call's answer, or to `cancelled` as soon as the signal aborts, even while the call is queued. */
async function orCancelled<T>(signal: AbortSignal, queuedCall: Promise<Result<T>>): Promise<Result<T>> {
  if (signal.aborted) return fail(CANCELLED)
  const listenerController = new AbortController()
  const cancellation = new Promise<Result<T>>((resolve) => {
    signal.addEventListener('abort', () => resolve(fail(CANCELLED)), { signal: listenerController.signal })
  })
  try {
    return await Promise.race([queuedCall, cancellation])
  } finally {
    listenerController.abort()
  }
}
