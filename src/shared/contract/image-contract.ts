import type { Rect } from '#shared/domain/media-limits.ts'
import type { ImageProblemCode } from '#shared/domain/image-problem.ts'
import type { Result } from '#shared/result.ts'

export interface PrepareOptions {
  /** Largest number of pixels that may be decoded. */
  readonly maxInputPixels: number
}

/** What became of a picture: an upright JPEG without metadata, and plain facts. */
export interface PreparedImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
  readonly sha256: string
  readonly sourceBytes: number
  readonly sourceWidth: number
  readonly sourceHeight: number
  /** The part that was kept, in px of the upright source; null when nothing was cut. */
  readonly cut: Rect | null
  readonly shrinkPasses: number
  /** Several frames were in the file and only the first is used. */
  readonly isFirstFrameOnly: boolean
}

export interface ImageProblem {
  readonly code: ImageProblemCode
  readonly detail?: string
}

/** The image worker's calls. A Blob goes in, a Blob and plain facts come out; pixels never cross. */
export interface ImageApi {
  /** False where this realm lacks what decoding needs; the page then prepares pictures itself. */
  canPrepare(): Promise<boolean>
  prepare(file: Blob, options: PrepareOptions): Promise<Result<PreparedImage, ImageProblem>>
}
