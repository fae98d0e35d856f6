import type { ImageProblem, PreparedImage, PrepareOptions } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import { JPEG_QUALITY, MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { ok } from '#shared/result.ts'
import { decodePicture } from './decode-picture.ts'
import { engineOf } from './engine.ts'
import { paintPicture, releaseCanvas } from './paint-picture.ts'
import { problem } from './picture-head.ts'
import { planPicture } from './plan-picture.ts'
import { sha256Hex } from './sha256-hex.ts'
import { shrinkToFit } from './shrink-to-fit.ts'
import { sniffPicture } from './sniff-picture.ts'

/** One file in, one upright JPEG without metadata out. */
export async function preparePicture(
  file: Blob,
  { maxInputPixels }: PrepareOptions,
  maxBytes: number = MAX_UPLOAD_BYTES,
): Promise<Result<PreparedImage, ImageProblem>> {
  const head = await sniffPicture(file)
  if (!head.ok) return head
  const early = planPicture(head.value, maxInputPixels)
  if (!early.ok) return early

  const engine = engineOf(navigator.userAgent)
  const decoded = await decodePicture(file, head.value, early.value.scale, engine)
  if (!decoded.ok) return decoded
  const picture = decoded.value
  try {
    const plan = planPicture({ width: picture.fullWidth, height: picture.fullHeight }, maxInputPixels)
    if (!plan.ok) return plan
    const { cut, isCut, scale } = plan.value
    const shrunk = await shrinkToFit(cut, scale, maxBytes, async (width, height) => {
      const canvas = await paintPicture(picture, cut, width, height, engine)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
      releaseCanvas(canvas)
      return blob
    })
    if (shrunk === null) return problem('image_too_large')
    return ok({
      ...shrunk.encoded,
      sha256: await sha256Hex(shrunk.encoded.blob),
      sourceBytes: file.size,
      sourceWidth: picture.fullWidth,
      sourceHeight: picture.fullHeight,
      cut: isCut ? cut : null,
      shrinkPasses: shrunk.passes,
      isFirstFrameOnly: head.value.isAnimated,
    })
  } finally {
    picture.image.close()
  }
}
