import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { SketchPicture, SketchOrder } from '#shared/contract/sketch-contract.ts'
import { WHOLE_PICTURE, windowRect } from '#motion/controls/output-window.ts'
import type { Picture, Size } from '#motion/pixels.ts'
import { type Rect, MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { createTurns } from '#shared/create-turns.ts'
import { type Result, ok } from '#shared/result.ts'
import { STRIP_FRAMES, STRIP_SIZE } from '#shared/domain/sketch-rules.ts'
import { createRenderer, sketchSourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { type CanvasBackend, type DecodedPicture, type Surface, AS_DECODED } from './canvas-backend.ts'
import { openPicture } from './open-picture.ts'
import { paintPicture } from './paint-picture.ts'

/** The longest side of a cached picture, in px; no sketch needs more. */
const CACHED_SIDE_PX = 1024
const MAX_CACHED_SHEETS = 4
/** The maximum number of cached source pictures in the drawing sizes: those of the running sketch and of the film strips. */
const MAX_FILLED_PICTURES = 4

/** Pictures for the renderer: RGBA, cropped evenly to a size. Decoded ones are cached, so that a changed request starts at once. */
export function createSketchSources<S extends Surface>(backend: CanvasBackend<S>) {
  const cachedSheets = new Map<string, S>()
  const filledPictures = new Map<string, Picture>()

  async function openCached({ key, blob }: SketchPicture): Promise<Result<S, ImageProblem>> {
    const cachedSheet = cachedSheets.get(key)
    if (cachedSheet !== undefined) return ok(cachedSheet)
    const opened = await openPicture(backend, blob, MAX_INPUT_PX, cachedScale)
    if (!opened.ok) return opened
    const { fullWidth: width, fullHeight: height } = opened.value
    const scale = cachedScale({ width, height })
    const wholeCrop = { turn: UPRIGHT, part: { x: 0, y: 0, width, height } }
    const sheet = await paintPicture(backend, opened.value, wholeCrop, Math.round(width * scale), Math.round(height * scale))
    opened.value.close()
    if (!sheet.ok) return sheet
    makeRoom()
    cachedSheets.set(key, sheet.value)
    return sheet
  }

  function makeRoom(): void {
    for (const [key, sheet] of cachedSheets) {
      if (cachedSheets.size < MAX_CACHED_SHEETS) return
      sheet.release()
      cachedSheets.delete(key)
    }
  }

  return async (picture: SketchPicture, size: Size, window = WHOLE_PICTURE): Promise<Result<Picture, ImageProblem>> => {
    const cacheKey = JSON.stringify([picture.key, size.width, size.height, window])
    const filledPicture = filledPictures.get(cacheKey)
    if (filledPicture !== undefined) return ok(filledPicture)
    const sheet = await openCached(picture)
    if (!sheet.ok) return sheet
    const fillingCrop = { turn: UPRIGHT, part: fillingPart(windowRect(sheet.value, window), size) }
    const painted = await paintPicture(backend, asDecoded(sheet.value), fillingCrop, size.width, size.height)
    if (!painted.ok) return painted
    const { data } = painted.value.drawing.getImageData(0, 0, size.width, size.height)
    painted.value.release()
    const source: Picture = { ...size, data: new Uint8Array(data.buffer) }
    for (const [oldestKey] of filledPictures) if (filledPictures.size >= MAX_FILLED_PICTURES) filledPictures.delete(oldestKey)
    filledPictures.set(cacheKey, source)
    return ok(source)
  }
}

function cachedScale({ width, height }: Size): number {
  return Math.min(1, CACHED_SIDE_PX / Math.max(width, height))
}

function asDecoded({ image, width, height }: Surface): DecodedPicture {
  const decoded: DecodedPicture = {
    image,
    width,
    height,
    fullWidth: width,
    fullHeight: height,
    isOpaque: true,
    ...AS_DECODED,
    decodeReduced: async () => ok(decoded),
    close: () => undefined,
  }
  return decoded
}

/** The largest centred part of a rectangle with a size's ratio. */
function fillingPart({ x, y, width, height }: Rect, size: Size): Rect {
  const scale = Math.min(width / size.width, height / size.height)
  const [wide, high] = [size.width * scale, size.height * scale]
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high }
}

const STRIP_QUALITY = 0.8

/** Draws frames of a plan side by side, independent of the running sketch and its kernel. */
export function createStripCalls(sourceOf: ReturnType<typeof createSketchSources>, nextTask: () => Promise<void>) {
  const kernel = createKernel()
  const runInTurn = createTurns()

  async function drawStrip({ plan, pictures }: SketchOrder): Promise<Result<Blob, ImageProblem>> {
    const frameSize = stripFrameSize(plan.aspect)
    const sources: Picture[] = []
    for (const picture of pictures) {
      const source = await sourceOf(picture, sketchSourceSize(plan, frameSize), plan.window)
      if (!source.ok) return source
      sources.push(source.value)
    }
    const renderer = createRenderer(await kernel, plan, sources, frameSize)
    const canvas = new OffscreenCanvas(STRIP_SIZE.width * STRIP_FRAMES, STRIP_SIZE.height)
    const drawing = canvas.getContext('2d', { alpha: false })
    if (drawing === null) throw new Error('no 2D context on a worker canvas')
    const [left, top] = [(frameSize.width - STRIP_SIZE.width) / 2, (frameSize.height - STRIP_SIZE.height) / 2]
    for (let index = 0; index < STRIP_FRAMES; index++) {
      const { buffer, byteOffset, length } = renderer.rgba(Math.round((index / (STRIP_FRAMES - 1)) * (plan.frameCount - 1)))
      const pixels = new ImageData(
        new Uint8ClampedArray(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer),
        frameSize.width,
        frameSize.height,
      )
      drawing.putImageData(pixels, index * STRIP_SIZE.width - left, -top, left, top, STRIP_SIZE.width, STRIP_SIZE.height)
    }
    return ok(await canvas.convertToBlob({ type: 'image/jpeg', quality: STRIP_QUALITY }))
  }

  return {
    /** Strips are drawn one at a time, so that frames of the running sketch can be drawn in between. */
    strip: (order: SketchOrder): Promise<Result<Blob, ImageProblem>> =>
      runInTurn(async () => {
        await nextTask()
        return drawStrip(order)
      }),
  }
}

/** The smallest frame of a ratio, with even sides, that fills a strip's frame. */
function stripFrameSize(aspect: number): Size {
  const { width, height } = STRIP_SIZE
  const roundUpToEven = (side: number) => 2 * Math.ceil(side / 2)
  return aspect > width / height ? { width: roundUpToEven(height * aspect), height } : { width, height: roundUpToEven(width / aspect) }
}
