import type { ImageProblem, PreparedImage, PrepareOptions, PrepareStage } from '#shared/contract/image-contract.ts'
import type { PictureLook } from '#shared/domain/preflight.ts'
import type { Result } from '#shared/result.ts'
import type { DecodedPicture, Easel, Sheet } from './easel.ts'
import type { PictureHead } from './picture-head.ts'
import type { PicturePlan } from './plan-picture.ts'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { ok } from '#shared/result.ts'
import { brightenSheet } from './brighten-sheet.ts'
import { lookAtSheet } from './look-at-sheet.ts'
import { paintPicture } from './paint-picture.ts'
import { problem } from './picture-head.ts'
import { planPicture } from './plan-picture.ts'
import { sha256Hex } from './sha256-hex.ts'
import { shrinkToFit } from './shrink-to-fit.ts'
import { sniffPicture } from './sniff-picture.ts'

/** One file in, one upright JPEG without metadata out. */
export async function preparePicture<S extends Sheet>(
  easel: Easel<S>,
  file: Blob,
  options: PrepareOptions,
  onStage: (stage: PrepareStage) => void,
  maxBytes: number = MAX_UPLOAD_BYTES,
): Promise<Result<PreparedImage, ImageProblem>> {
  onStage('reading')
  const head = await sniffPicture(file)
  if (!head.ok) return head
  const early = planPicture(head.value, options.maxInputPixels, options.crop)
  if (!early.ok) return early

  onStage('decoding')
  const decoded = await easel.decode(file, head.value, early.value.scale)
  if (!decoded.ok) return decoded
  const picture = decoded.value
  try {
    const plan = planPicture({ width: picture.fullWidth, height: picture.fullHeight }, options.maxInputPixels, options.crop)
    if (!plan.ok) return plan
    const packed = await pack(easel, picture, plan.value, options, onStage, maxBytes)
    return packed === null ? problem('image_too_large') : ok(await describe(file, head.value, picture, plan.value, packed))
  } finally {
    picture.close()
  }
}

type Packed = NonNullable<Awaited<ReturnType<typeof pack>>>

async function pack<S extends Sheet>(
  easel: Easel<S>,
  picture: DecodedPicture,
  { turn, part, scale }: PicturePlan,
  { quality, isBrightened }: PrepareOptions,
  onStage: (stage: PrepareStage) => void,
  maxBytes: number,
) {
  let dark: PictureLook | null = null
  let look: PictureLook | null = null
  const shrunk = await shrinkToFit(part, scale, maxBytes, async (width, height, pass) => {
    onStage(pass === 0 ? 'drawing' : 'shrinking')
    const sheet = await paintPicture(easel, picture, { turn, part }, width, height)
    if (isBrightened) {
      dark ??= lookAtSheet(easel, sheet)
      brightenSheet(sheet, dark)
    }
    look ??= lookAtSheet(easel, sheet)
    if (pass === 0) onStage('packing')
    const blob = await easel.encode(sheet, quality)
    sheet.release()
    return blob
  })
  return shrunk === null || look === null ? null : { ...shrunk, look }
}

async function describe(
  file: Blob,
  head: PictureHead,
  picture: DecodedPicture,
  { turn, part, isCut }: PicturePlan,
  { encoded, passes, look }: Packed,
): Promise<PreparedImage> {
  return {
    ...encoded,
    sha256: await sha256Hex(encoded.blob),
    sourceBytes: file.size,
    sourceWidth: picture.fullWidth,
    sourceHeight: picture.fullHeight,
    turn,
    cut: isCut ? part : null,
    shrinkPasses: passes,
    isFirstFrameOnly: head.isAnimated,
    metadata: head.metadata,
    look,
  }
}
