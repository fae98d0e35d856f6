import type { ImageProblem, PreparedImage, PrepareOptions } from '#shared/contract/image-contract.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { Result } from '#shared/result.ts'
import imageCompression from 'browser-image-compression'
import { JPEG_QUALITY, MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { fail, ok } from '#shared/result.ts'

const RESULT_TYPE = 'image/jpeg'
const RESULT_NAME = 'picture.jpg'

/** Pixels on the page; the canvas may be smaller than the picture where the browser limits canvases. */
interface PagePicture {
  readonly canvas: HTMLCanvasElement
  readonly width: number
  readonly height: number
}

/** For browsers whose workers cannot decode: the checks, limits and facts of the worker, with the page's canvas. */
export async function prepareOnPage(file: Blob, { maxInputPixels }: PrepareOptions): Promise<Result<PreparedImage, ImageProblem>> {
  const [{ sniffPicture }, { planPicture }, { shrinkToFit }, { sha256Hex }] = await Promise.all([
    import('#workers/image/core/sniff-picture.ts'),
    import('#workers/image/core/plan-picture.ts'),
    import('#workers/image/core/shrink-to-fit.ts'),
    import('#workers/image/core/sha256-hex.ts'),
  ])
  const head = await sniffPicture(file)
  if (!head.ok) return head
  const early = planPicture(head.value, maxInputPixels)
  if (!early.ok) return early

  const picture = await decode(file, head.value.type)
  if (picture === null) return fail({ code: head.value.type === 'image/heic' ? 'image_heic' : 'image_broken' })
  const plan = planPicture(picture, maxInputPixels)
  if (!plan.ok) return plan
  const { cut, isCut, scale } = plan.value
  const shrunk = await shrinkToFit(cut, scale, MAX_UPLOAD_BYTES, (width, height) => encode(paint(picture, cut, width, height)))
  releaseCanvas(picture.canvas)
  if (shrunk === null) return fail({ code: 'image_too_large' })
  return ok({
    ...shrunk.encoded,
    sha256: await sha256Hex(shrunk.encoded.blob),
    sourceBytes: file.size,
    sourceWidth: picture.width,
    sourceHeight: picture.height,
    cut: isCut ? cut : null,
    shrinkPasses: shrunk.passes,
    isFirstFrameOnly: head.value.isAnimated,
  })
}

async function decode(file: Blob, type: string): Promise<PagePicture | null> {
  try {
    const [image, canvas] = await imageCompression.drawFileInCanvas(new File([file], RESULT_NAME, { type }), { fileType: RESULT_TYPE })
    const { width, height } = image
    if ('close' in image) image.close()
    return { canvas, width, height }
  } catch {
    return null
  }
}

function paint(picture: PagePicture, part: Rect, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error(`no canvas of ${width} by ${height}`)
  const share = picture.canvas.width / picture.width
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture.canvas, part.x * share, part.y * share, part.width * share, part.height * share, 0, 0, width, height)
  return canvas
}

async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const file = await imageCompression.canvasToFile(canvas, RESULT_TYPE, RESULT_NAME, Date.now(), JPEG_QUALITY)
  releaseCanvas(canvas)
  return file.slice(0, file.size, RESULT_TYPE)
}

function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
