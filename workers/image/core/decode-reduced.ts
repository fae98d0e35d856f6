import type { ImageProblem } from '#shared/contract/image-contract.ts'
import { type DecodedHead, type DecodedPicture, AS_DECODED } from './canvas-backend.ts'
import { withinCanvas } from '#shared/domain/media-limits.ts'
import { type Result, ok } from '#shared/result.ts'
import { problem } from './picture-head.ts'

/** Decodes a picture in a size within the canvas limit. The browser reduces the picture while it decodes. */
export async function decodeReduced(file: Blob, head: DecodedHead): Promise<Result<DecodedPicture, ImageProblem>> {
  const { width, height } = withinCanvas(head)
  const options = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' } as const
  try {
    const image = await createImageBitmap(file.slice(0, file.size, head.type), options)
    return ok({
      image,
      width,
      height,
      fullWidth: head.width,
      fullHeight: head.height,
      ...AS_DECODED,
      isOpaque: head.type === 'image/jpeg',
      decodeReduced: () => decodeReduced(file, head),
      close: () => image.close(),
    })
  } catch (error) {
    return problem('image_too_many_pixels', String(error))
  }
}
