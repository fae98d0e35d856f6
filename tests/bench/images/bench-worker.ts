import { expose } from 'comlink'
import compressImage from 'browser-image-compression'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { JPEG_QUALITY, MAX_SIDE_PX, MAX_UPLOAD_BYTES, MIN_SIDE_PX } from '#shared/domain/media-limits.ts'
import { engineOf } from '#workers/image/core/browser-engine.ts'
import { preparePicture } from '#workers/image/core/prepare-picture.ts'
import { viewPicture } from '#workers/image/core/picture-calls.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { MAX_INPUT_PIXELS } from './max-input-pixels.ts'

const PEER_OPTIONS = {
  useWebWorker: false,
  maxWidthOrHeight: MAX_SIDE_PX,
  initialQuality: JPEG_QUALITY,
  fileType: 'image/jpeg',
  alwaysKeepResolution: false,
}

/** Decodes the photo and encodes a picture of the final size. The time of the drawing between them does not count. */
async function floor(photo: Blob): Promise<{ readonly picture: Blob; readonly ms: number }> {
  const startedAt = performance.now()
  const bitmap = await createImageBitmap(photo)
  const decodeMs = performance.now() - startedAt
  const canvas = drawCheaply(bitmap)
  bitmap.close()
  const drawnAt = performance.now()
  const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  return { picture, ms: decodeMs + performance.now() - drawnAt }
}

function drawCheaply(bitmap: ImageBitmap): OffscreenCanvas {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { alpha: false })!
  context.imageSmoothingQuality = 'low'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  // A pixel read makes the browser draw now and not during the encoding.
  context.getImageData(0, 0, 1, 1)
  return canvas
}

const REDUCED_BY = { canvas: 0, pica: Infinity }

type ReducedBy = keyof typeof REDUCED_BY

/** Prepares the photo with the app's pipeline. `method` makes the last reduction; by default the product chooses it. */
async function prepareAsProduct(photo: Blob, method?: ReducedBy, maxBytes: number = MAX_UPLOAD_BYTES): Promise<Blob> {
  const backend = createWorkerCanvas(engineOf(navigator.userAgent), method && REDUCED_BY[method])
  const options = { ...AS_IT_IS, maxInputPixels: MAX_INPUT_PIXELS }
  const result = await preparePicture(backend, photo, options, () => undefined, maxBytes)
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail ?? ''}`)
  return result.value.blob
}

async function prepareView(photo: Blob, method: ReducedBy): Promise<Blob> {
  const result = await viewPicture(createWorkerCanvas(engineOf(navigator.userAgent), REDUCED_BY[method]), photo, MAX_INPUT_PIXELS)
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail ?? ''}`)
  return result.value.blob
}

function compressWithPeer(photo: File, maxBytes: number = MAX_UPLOAD_BYTES): Promise<Blob> {
  return compressImage(photo, { ...PEER_OPTIONS, maxSizeMB: maxBytes / 2 ** 20 })
}

type Encode = (this: OffscreenCanvas, options?: ImageEncodeOptions) => Promise<Blob>

/** Counts the JPEGs that `run` encodes until one is small enough. */
async function countEncoded(run: () => Promise<Blob>): Promise<{ readonly picture: Blob; readonly encoded: number }> {
  const prototype: { convertToBlob: Encode } = OffscreenCanvas.prototype
  const encode = prototype.convertToBlob
  let encodedCount = 0
  prototype.convertToBlob = function (options) {
    if (this.width >= MIN_SIDE_PX) encodedCount += 1
    return encode.call(this, options)
  }
  const picture = await run()
  return { picture, encoded: encodedCount }
}

const api = {
  isReady: async () => true,
  floor,
  peer: (photo: File) => compressWithPeer(photo),
  canvas: (photo: File) => prepareAsProduct(photo, 'canvas'),
  pica: (photo: File) => prepareAsProduct(photo, 'pica'),
  viewCanvas: (photo: File) => prepareView(photo, 'canvas'),
  viewPica: (photo: File) => prepareView(photo, 'pica'),
  ownPasses: (photo: File, maxBytes: number) => countEncoded(() => prepareAsProduct(photo, undefined, maxBytes)),
  peerPasses: (photo: File, maxBytes: number) => countEncoded(() => compressWithPeer(photo, maxBytes)),
}

export type BenchApi = typeof api

expose(api)
