import { expose } from 'comlink'
import compressImage from 'browser-image-compression'
import { JPEG_QUALITY, MAX_SIDE_PX } from '#shared/domain/media-limits.ts'

const PEER_OPTIONS = {
  useWebWorker: false,
  maxWidthOrHeight: MAX_SIDE_PX,
  initialQuality: JPEG_QUALITY,
  fileType: 'image/jpeg',
  alwaysKeepResolution: false,
  maxSizeMB: 10,
}

/** Decoding the photo and encoding a picture of the final size; the drawing between them is not counted. */
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
  // Reading a pixel makes the browser draw now and not while it encodes.
  context.getImageData(0, 0, 1, 1)
  return canvas
}

const api = {
  isReady: async () => true,
  floor,
  peer: (photo: File): Promise<Blob> => compressImage(photo, PEER_OPTIONS),
}

export type BenchApi = typeof api

expose(api)
