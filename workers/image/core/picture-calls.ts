import type { CroppedImage, ImageProblem, PictureCalls, PictureView, PrepareStage } from '#shared/contract/image-contract.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import { withinCanvas, partWithin } from '#shared/domain/media-limits.ts'
import { type CropChoice, CROP_JPEG_QUALITY, UPRIGHT, turnedSize } from '#shared/domain/crop-rules.ts'
import { type Result, ok } from '#shared/result.ts'
import { preparePicture } from './prepare-picture.ts'
import { type CanvasBackend, type Surface, encodeSurface } from './canvas-backend.ts'
import { openPicture } from './open-picture.ts'
import { paintPicture } from './paint-picture.ts'
import { measurePixels } from './measure-picture.ts'

/** The longest side of a view: enough for a 400 px wide stage at zoom 3 with a device pixel ratio of 2. */
const VIEW_SIDE_PX = 2400

/** The picture calls of a worker or the page, on its own backend. */
export function createPictureCalls<S extends Surface>(backend: CanvasBackend<S>, onStage: (stage: PrepareStage) => void): PictureCalls {
  return {
    prepare: (file, options) => preparePicture(backend, file, options, onStage),
    view: (file, maxInputPixels) => viewPicture(backend, file, maxInputPixels),
    crop: (file, choice, maxInputPixels) => cropPicture(backend, file, choice, maxInputPixels),
    measure: (picture, maxInputPixels) => measureFile(backend, picture, maxInputPixels),
  }
}

/** The chosen part at the source's own resolution, 1:1 within the canvas limit. */
async function cropPicture<S extends Surface>(
  backend: CanvasBackend<S>,
  file: Blob,
  { turn, part }: CropChoice,
  maxInputPixels: number,
): Promise<Result<CroppedImage, ImageProblem>> {
  const opened = await openPicture(backend, file, maxInputPixels, () => 1)
  if (!opened.ok) return opened
  const picture = opened.value
  try {
    const size = turnedSize({ width: picture.fullWidth, height: picture.fullHeight }, turn)
    const usedPart = partWithin(part, size.width, size.height)
    const { width, height } = withinCanvas(usedPart)
    const sheet = await paintPicture(backend, picture, { turn, part: usedPart }, width, height)
    if (!sheet.ok) return sheet
    return ok({ blob: await encodeSurface(backend, sheet.value, CROP_JPEG_QUALITY), width, height })
  } finally {
    picture.close()
  }
}

async function measureFile<S extends Surface>(
  backend: CanvasBackend<S>,
  file: Blob,
  maxInputPixels: number,
): Promise<Result<PictureMetrics, ImageProblem>> {
  const opened = await openPicture(backend, file, maxInputPixels, () => 1)
  if (!opened.ok) return opened
  try {
    return ok(measurePixels(backend, opened.value))
  } finally {
    opened.value.close()
  }
}

/** The whole picture, upright and small enough for the screen. */
export async function viewPicture<S extends Surface>(
  backend: CanvasBackend<S>,
  file: Blob,
  maxInputPixels: number,
): Promise<Result<PictureView, ImageProblem>> {
  const opened = await openPicture(backend, file, maxInputPixels, viewScale)
  if (!opened.ok) return opened
  const picture = opened.value
  try {
    const { fullWidth, fullHeight } = picture
    const scale = viewScale({ width: fullWidth, height: fullHeight })
    const width = Math.max(1, Math.round(fullWidth * scale))
    const height = Math.max(1, Math.round(fullHeight * scale))
    const wholePart = { x: 0, y: 0, width: fullWidth, height: fullHeight }
    const sheet = await paintPicture(backend, picture, { turn: UPRIGHT, part: wholePart }, width, height)
    if (!sheet.ok) return sheet
    return ok({
      blob: await encodeSurface(backend, sheet.value, CROP_JPEG_QUALITY),
      width,
      height,
      sourceWidth: fullWidth,
      sourceHeight: fullHeight,
    })
  } finally {
    picture.close()
  }
}

function viewScale({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.min(1, VIEW_SIDE_PX / Math.max(width, height))
}
