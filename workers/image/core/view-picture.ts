import type { ImageProblem, PictureView } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import type { Easel, Sheet } from './easel.ts'
import { CROP_JPEG_QUALITY } from '#shared/domain/crop-choice.ts'
import { ok } from '#shared/result.ts'
import { UPRIGHT } from '#shared/domain/turn.ts'
import { encodeSheet } from './encode-sheet.ts'
import { openPicture } from './open-picture.ts'
import { paintPicture } from './paint-picture.ts'

/** Enough for a 400 px wide stage at zoom 3 on a screen of two device px each. */
const VIEW_SIDE_PX = 2400

/** The whole picture, upright and small enough for the screen. */
export async function viewPicture<S extends Sheet>(
  easel: Easel<S>,
  file: Blob,
  maxInputPixels: number,
): Promise<Result<PictureView, ImageProblem>> {
  const opened = await openPicture(easel, file, maxInputPixels, viewScale)
  if (!opened.ok) return opened
  const picture = opened.value
  try {
    const { fullWidth, fullHeight } = picture
    const scale = viewScale({ width: fullWidth, height: fullHeight })
    const width = Math.max(1, Math.round(fullWidth * scale))
    const height = Math.max(1, Math.round(fullHeight * scale))
    const whole = { x: 0, y: 0, width: fullWidth, height: fullHeight }
    const sheet = await paintPicture(easel, picture, { turn: UPRIGHT, part: whole }, width, height)
    if (!sheet.ok) return sheet
    return ok({
      blob: await encodeSheet(easel, sheet.value, CROP_JPEG_QUALITY),
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
