import type { ImageProblem, PictureCalls, PrepareStage } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import imageCompression from 'browser-image-compression'
import { fail, ok } from '#shared/result.ts'

const RESULT_TYPE = 'image/jpeg'
const RESULT_NAME = 'picture.jpg'

/** Where no worker can decode or start: the worker's own pipeline on the page's canvas. */
export async function loadPagePictures(onStage: (stage: PrepareStage) => void): Promise<PictureCalls> {
  const { createPictureCalls } = await import('#workers/image/core/picture-calls.ts')
  return createPictureCalls(
    {
      decode: (file, { type }) => decode(file, type),
      makeSheet,
      reducesUpTo: 0,
      reduce: async () => false,
      encode: ({ image }, quality) => encode(image, quality),
    },
    onStage,
  )
}

/** The canvas may be smaller than the picture where the browser limits canvases. */
async function decode(file: Blob, type: string) {
  try {
    const [image, canvas] = await imageCompression.drawFileInCanvas(new File([file], RESULT_NAME, { type }), { fileType: RESULT_TYPE })
    const { width: fullWidth, height: fullHeight } = image
    if ('close' in image) image.close()
    const { width, height } = canvas
    return ok({ image: canvas, width, height, fullWidth, fullHeight, isOpaque: false, close: () => releaseCanvas(canvas) })
  } catch (error) {
    return undecodable(type, String(error))
  }
}

function undecodable(type: string, detail: string): Result<never, ImageProblem> {
  return fail({ code: type === 'image/heic' ? 'image_heic' : 'image_broken', detail })
}

function makeSheet(width: number, height: number) {
  const image = document.createElement('canvas')
  image.width = width
  image.height = height
  const drawing = image.getContext('2d', { alpha: false })
  if (drawing === null) throw new Error(`no canvas of ${width} by ${height}`)
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
