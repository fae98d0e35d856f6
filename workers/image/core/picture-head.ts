import type { ImageProblem, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { ImageProblemCode } from '#shared/domain/device-problem.ts'
import { type Result, fail, ok } from '#shared/result.ts'

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif' | 'image/bmp' | 'image/heic'

/** The header's facts, before decoding. */
export interface PictureHead {
  readonly type: PictureType
  /** The displayed size in px: sides are swapped for a turned picture. */
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
  readonly metadata: SourceMetadata
}

export type HeadResult = Result<PictureHead, ImageProblem>

interface Beside {
  readonly isAnimated?: boolean
  readonly metadata?: SourceMetadata
}

export function problem(code: ImageProblemCode, detail?: string): { readonly ok: false; readonly error: ImageProblem } {
  return fail(detail === undefined ? { code } : { code, detail })
}

/** A picture without a size cannot be limited, so that it counts as broken. */
export function headOf(
  type: PictureType,
  width: number,
  height: number,
  { isAnimated = false, metadata = 'none' }: Beside = {},
): HeadResult {
  return width > 0 && height > 0 ? ok({ type, width, height, isAnimated, metadata }) : problem('image_broken', 'no size in the header')
}
