import type { CroppedImage, ImageProblem } from '#shared/contract/image-contract.ts'
import type { CropChoice } from '#shared/domain/crop-choice.ts'
import type { Result } from '#shared/result.ts'
import type { Easel, Sheet } from './easel.ts'
import { withinCanvas } from '#shared/domain/canvas-limits.ts'
import { CROP_JPEG_QUALITY } from '#shared/domain/crop-choice.ts'
import { partWithin } from '#shared/domain/media-limits.ts'
import { ok } from '#shared/result.ts'
import { turnedSize } from '#shared/domain/turn.ts'
import { encodeSheet } from './encode-sheet.ts'
import { openPicture } from './open-picture.ts'
import { paintPicture } from './paint-picture.ts'

/** The chosen part at the source's own resolution: every px of it is one px of the source, as long as a canvas has so many. */
export async function cropPicture<S extends Sheet>(
  easel: Easel<S>,
  file: Blob,
  { turn, part }: CropChoice,
  maxInputPixels: number,
): Promise<Result<CroppedImage, ImageProblem>> {
  const opened = await openPicture(easel, file, maxInputPixels, () => 1)
  if (!opened.ok) return opened
  const picture = opened.value
  try {
    const size = turnedSize({ width: picture.fullWidth, height: picture.fullHeight }, turn)
    const within = partWithin(part, size.width, size.height)
    const { width, height } = withinCanvas(within)
    const sheet = await paintPicture(easel, picture, { turn, part: within }, width, height)
    if (!sheet.ok) return sheet
    return ok({ blob: await encodeSheet(easel, sheet.value, CROP_JPEG_QUALITY), width, height })
  } finally {
    picture.close()
  }
}
