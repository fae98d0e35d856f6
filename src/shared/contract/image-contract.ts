import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { ImageProblemCode } from '#shared/domain/image-problem.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import type { Turn } from '#shared/domain/turn.ts'
import type { Result } from '#shared/result.ts'

export interface PrepareOptions {
  /** Largest number of pixels that may be decoded. */
  readonly maxInputPixels: number
  /** What the person chose; null takes the picture as it is, cut to the ratio limits. */
  readonly crop: CropChoice | null
  /** JPEG quality, 0 to 1. */
  readonly quality: number
  /** A dark picture is made lighter. */
  readonly isBrightened: boolean
  /** The file was prepared and uploaded before: its bytes stay as they are where nothing else is wished for. */
  readonly isPrepared?: boolean | undefined
}

/** Where a preparation stands, told as it goes on. `shrinking` is each pass after the first. */
export const PREPARE_STAGES = ['reading', 'decoding', 'drawing', 'packing', 'shrinking'] as const
export type PrepareStage = (typeof PREPARE_STAGES)[number]

/** What the source carried beside its pixels: where it was taken, something else, or nothing that we could see. */
export type SourceMetadata = 'place' | 'some' | 'none'

/** What became of a picture: an upright JPEG without metadata, and plain facts. */
export interface PreparedImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
  readonly sha256: string
  readonly sourceBytes: number
  /** Size in px of the upright source, before any turn by hand. */
  readonly sourceWidth: number
  readonly sourceHeight: number
  /** How the person turned it. */
  readonly turn: Turn
  /** The part that was kept, in px of the turned source; null when nothing was cut. */
  readonly cut: Rect | null
  readonly shrinkPasses: number
  /** Several frames were in the file and only the first is used. */
  readonly isFirstFrameOnly: boolean
  readonly metadata: SourceMetadata
}

/** A source reduced for the screen: upright, not cut. */
export interface PictureView {
  readonly blob: Blob
  readonly width: number
  readonly height: number
  readonly sourceWidth: number
  readonly sourceHeight: number
}

/** The chosen part at the source's own resolution. */
export interface CroppedImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

export interface ImageProblem {
  readonly code: ImageProblemCode
  readonly detail?: string
}

/** What one preparation tells while it runs; the worker posts it beside its answers. */
export interface StageMessage {
  readonly stage: PrepareStage
}

/** What a realm does with pictures. A Blob goes in, a Blob and plain facts come out; pixels never cross. */
export interface PictureCalls {
  prepare(file: Blob, options: PrepareOptions): Promise<Result<PreparedImage, ImageProblem>>
  /** The picture to choose a part of. */
  view(file: Blob, maxInputPixels: number): Promise<Result<PictureView, ImageProblem>>
  crop(file: Blob, choice: CropChoice, maxInputPixels: number): Promise<Result<CroppedImage, ImageProblem>>
  /** How a prepared picture looks; asked for once it is shown, so that nobody waits for it. */
  look(picture: Blob, maxInputPixels: number): Promise<Result<PictureMetrics, ImageProblem>>
}

/** The image worker's calls. */
export interface ImageApi extends PictureCalls {
  /** False where this realm lacks what decoding needs; the page then works on pictures itself. */
  canPrepare(): Promise<boolean>
}
