import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import { MAX_SHRINK_PASSES, MIN_SIDE_PX, scaledSize } from '#shared/domain/media-limits.ts'
import { ok } from '#shared/result.ts'
import { problem } from './picture-head.ts'

/** A pass aims a little under the limit, because bytes do not follow area exactly. */
const AIM = 0.96
const SMALLEST_STEP = 0.5
const LARGEST_STEP = 0.92

export interface Encoded {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/**
 * Encodes ever smaller until the bytes fit. Every pass gets its size from the part's own, so that `encode` draws from the original
 * pixels and no pass blurs the one before. Too large: still so after the last pass, or a side would go under the minimum.
 */
export async function shrinkToFit(
  part: { readonly width: number; readonly height: number },
  scale: number,
  maxBytes: number,
  encode: (width: number, height: number, pass: number) => Promise<Result<Blob, ImageProblem>>,
): Promise<Result<{ readonly encoded: Encoded; readonly passes: number }, ImageProblem>> {
  let share = scale
  for (let passes = 0; passes <= MAX_SHRINK_PASSES; passes++) {
    const { width, height } = scaledSize(part.width, part.height, share)
    if (Math.min(width, height) < MIN_SIDE_PX) break
    const encoded = await encode(width, height, passes)
    if (!encoded.ok) return encoded
    const blob = encoded.value
    if (blob.size <= maxBytes) return ok({ encoded: { blob, width, height }, passes })
    share *= Math.max(SMALLEST_STEP, Math.min(LARGEST_STEP, Math.sqrt(maxBytes / blob.size) * AIM))
  }
  return problem('image_too_large')
}
