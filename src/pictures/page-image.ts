import type { ImageProblem, PictureCalls, PrepareStage } from '#shared/contract/image-contract.ts'
import imageCompression from 'browser-image-compression'
import { MAX_CANVAS_PX } from '#shared/domain/media-limits.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { AS_DECODED } from '#workers/image/core/canvas-backend.ts'

const RESULT_TYPE = 'image/jpeg'
const RESULT_NAME = 'picture.jpg'

interface PictureHead {
  readonly type: string
  readonly width: number
  readonly height: number
}

/** Runs the image worker's code on the page, for browsers whose workers can't decode pictures or can't start. */
export async function loadPagePictures(onStage: (stage: PrepareStage) => void): Promise<PictureCalls> {
  const [{ createPictureCalls }, { decodeReduced }] = await Promise.all([
    import('#workers/image/core/picture-calls.ts'),
    import('#workers/image/core/decode-reduced.ts'),
  ])
  return createPictureCalls(
    {
      decode: (file, head) => decode(file, head, () => decodeReduced(file, head)),
      makeSheet,
      reducesUpTo: 0,
      reduce: async () => false,
      encode: ({ image }, quality) => encode(image, quality),
    },
    onStage,
  )
}

async function decode<DecodeReduced>(file: Blob, { type, width, height }: PictureHead, decodeReduced: DecodeReduced) {
  const openPicture = width * height > MAX_CANVAS_PX ? openLargePicture : drawOnCanvas
  try {
    const openedPicture = await openPicture(new File([file], RESULT_NAME, { type }))
    return ok({ ...openedPicture, ...AS_DECODED, isOpaque: false, decodeReduced })
  } catch (error) {
    return decodeFailure(type, String(error))
  }
}

/** Opens a picture above the canvas limit. It is not drawn on a canvas in full size; the picture itself is the source. */
async function openLargePicture(file: File) {
  const image = await createImageBitmap(file).catch(async () => imageCompression.loadImage(await imageCompression.getDataUrlFromFile(file)))
  const { width, height } = image
  return { image, width, height, fullWidth: width, fullHeight: height, close: () => void ('close' in image && image.close()) }
}

async function drawOnCanvas(file: File) {
  const [image, canvas] = await imageCompression.drawFileInCanvas(file, { fileType: RESULT_TYPE })
  const { width: fullWidth, height: fullHeight } = image
  if ('close' in image) image.close()
  const { width, height } = canvas
  return { image: canvas, width, height, fullWidth, fullHeight, close: () => releaseCanvas(canvas) }
}

function decodeFailure(type: string, detail: string): Result<never, ImageProblem> {
  return fail({ code: type === 'image/heic' ? 'image_heic' : 'image_broken', detail })
}

function makeSheet(width: number, height: number) {
  const image = document.createElement('canvas')
  image.width = width
  image.height = height
  const drawing = image.getContext('2d', { alpha: false })
  if (drawing === null) throw new Error(`no canvas of ${width} × ${height} px`)
  return { image, drawing, width, height, release: () => releaseCanvas(image) }
}

async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const file = await imageCompression.canvasToFile(canvas, RESULT_TYPE, RESULT_NAME, Date.now(), quality)
  return file.slice(0, file.size, RESULT_TYPE)
}

function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
