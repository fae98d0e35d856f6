import type { ImageProblem } from '#shared/contract/image-contract.ts'
import { can } from '#shared/browser/capabilities.ts'
import { type Result, ok } from '#shared/result.ts'
import { MAX_CANVAS_PX } from '#shared/domain/media-limits.ts'
import { type CanvasBackend, type DecodedHead, type DecodedPicture, type Surface, AS_DECODED } from './canvas-backend.ts'
import type { BrowserEngine } from './browser-engine.ts'
import { problem } from './picture-head.ts'
import { decodeReduced } from './decode-reduced.ts'

interface OffscreenSheet extends Surface {
  readonly canvas: OffscreenCanvas
}

/** The largest result, in pixels, for which pica reduces pictures. Above it, the canvas of Chromium is faster and smooths well enough. */
const REDUCES_UP_TO_PX: Record<BrowserEngine, number> = { chromium: 6_000_000, firefox: Infinity, webkit: Infinity }

/** The decoders and canvas of a worker. While a picture is decoded that pica will reduce, pica is loaded. */
export function createWorkerCanvas(engine: BrowserEngine, reducesUpTo: number = REDUCES_UP_TO_PX[engine]): CanvasBackend<OffscreenSheet> {
  return {
    decode(file, head, scale) {
      if (scale < 1 && head.width * head.height * scale ** 2 <= reducesUpTo) void preloadReduction()
      return decodePicture(file, head, scale, engine)
    },
    makeSheet,
    reducesUpTo,
    async reduce(from, to) {
      const reductionModule = await loadReduction()
      return reductionModule !== null && reductionModule.reduceWithPica(from.canvas, to.canvas)
    },
    encode: ({ canvas }, quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
  }
}

function makeSheet(width: number, height: number): OffscreenSheet {
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d', { alpha: false })
  if (drawing === null) throw new Error(`no canvas of ${width} × ${height} px`)
  return {
    canvas,
    width,
    height,
    image: canvas,
    drawing,
    release() {
      canvas.width = 0
      canvas.height = 0
    },
  }
}

/** Null if pica's module cannot be loaded, offline or after an update. Then the canvas reduces pictures. */
const loadReduction = () => import('./reduce-with-pica.ts').catch(() => null)
const preloadReduction = async () => (await loadReduction())?.preloadPica().catch(() => undefined)

/**
 * A JPEG with more pixels than this is decoded at n/8 of its size. For smaller JPEGs, Chromium uses less memory with createImageBitmap.
 */
const SCALED_DECODE_PX = 30_000_000
const JPEG_SCALE_STEPS = 8

/** `scale` is the smallest share of the full size that will be drawn. */
async function decodePicture(
  file: Blob,
  head: DecodedHead,
  scale: number,
  engine: BrowserEngine,
): Promise<Result<DecodedPicture, ImageProblem>> {
  if (usesImageDecoder(head, engine)) {
    const decoded = await decodeScaled(file, head, scale)
    if (decoded !== null) return ok(decoded)
  }
  try {
    const image = await createImageBitmap(file.slice(0, file.size, head.type))
    const { width, height } = image
    return ok({ image, width, height, fullWidth: width, fullHeight: height, ...commonFields(file, head), close: () => image.close() })
  } catch (error) {
    const reduced = head.width * head.height > MAX_CANVAS_PX ? await decodeReduced(file, head) : undefined
    if (reduced?.ok === true) return reduced
    return problem(head.type === 'image/heic' ? 'image_heic' : 'image_broken', String(error))
  }
}

function commonFields(file: Blob, head: DecodedHead) {
  return { ...AS_DECODED, isOpaque: head.type === 'image/jpeg', decodeReduced: () => decodeReduced(file, head) }
}

/** Firefox runs createImageBitmap(blob) on the main thread, even if a worker calls it. Its ImageDecoder does not use the main thread. */
function usesImageDecoder(head: DecodedHead, engine: BrowserEngine): boolean {
  if (!can('imageDecoder')) return false
  return engine === 'firefox' || (head.type === 'image/jpeg' && head.width * head.height > SCALED_DECODE_PX)
}

async function decodeScaled(file: Blob, head: DecodedHead, scale: number): Promise<DecodedPicture | null> {
  const eighths = Math.min(JPEG_SCALE_STEPS, Math.max(1, Math.ceil(JPEG_SCALE_STEPS * scale)))
  const isScaled = head.type === 'image/jpeg' && eighths < JPEG_SCALE_STEPS
  let decoder: ImageDecoder | undefined
  try {
    decoder = new ImageDecoder({
      data: await file.arrayBuffer(),
      type: head.type,
      ...(isScaled && {
        desiredWidth: Math.ceil((head.width * eighths) / JPEG_SCALE_STEPS),
        desiredHeight: Math.ceil((head.height * eighths) / JPEG_SCALE_STEPS),
      }),
    })
    const { image } = await decoder.decode()
    const { displayWidth: width, displayHeight: height } = image
    const [fullWidth, fullHeight] = isScaled ? [head.width, head.height] : [width, height]
    return { image, width, height, fullWidth, fullHeight, ...commonFields(file, head), close: () => image.close() }
  } catch {
    return null
  } finally {
    decoder?.close()
  }
}
