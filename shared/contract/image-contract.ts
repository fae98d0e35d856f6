import type { CropChoice, Turn } from '#shared/domain/crop-rules.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { ImageProblemCode } from '#shared/device-problem.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import type { Result } from '#shared/result.ts'

export interface PrepareOptions {
  readonly maxInputPixels: number
  /** The chosen crop. Null: the whole picture, cut to the ratio limits. */
  readonly crop: CropChoice | null
  /** JPEG quality, 0 to 1. */
  readonly quality: number
  readonly isBrightened: boolean
  /** The file was prepared and uploaded before. Its bytes stay unchanged unless another option changes them. */
  readonly isPrepared?: boolean | undefined
}

/** The stages of a preparation. `shrinking`: the picture is drawn again, smaller, because its JPEG exceeded the upload limit. */
export type PrepareStage = 'reading' | 'decoding' | 'drawing' | 'packing' | 'shrinking'

/** The metadata that the source contains: a location, only other metadata, or none. */
export type SourceMetadata = 'place' | 'some' | 'none'

/** A prepared picture: an upright JPEG without metadata, and its facts. */
export interface PreparedImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
  readonly sha256: string
  readonly sourceBytes: number
  /** Size in px of the upright source, before a manual turn. */
  readonly sourceWidth: number
  readonly sourceHeight: number
  readonly turn: Turn
  /** The part of the source in the picture, in px of the turned source; null if the picture shows the whole source. */
  readonly cut: Rect | null
  readonly shrinkPasses: number
  /** The file has several frames; only the first is used. */
  readonly isFirstFrameOnly: boolean
  readonly metadata: SourceMetadata
}

/** A source picture reduced for the screen: upright and not cropped. */
export interface PictureView {
  readonly blob: Blob
  readonly width: number
  readonly height: number
  readonly sourceWidth: number
  readonly sourceHeight: number
}

/** The chosen part of a picture, at the resolution of the source. */
export interface CroppedImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

export interface ImageProblem {
  readonly code: ImageProblemCode
  readonly detail?: string
}

/** The picture operations of the image worker, or of the page if the worker can't decode. Worker and page exchange blobs, not pixels. */
export interface PictureCalls {
  prepare(file: Blob, options: PrepareOptions): Promise<Result<PreparedImage, ImageProblem>>
  /** The picture for the crop dialog. */
  view(file: Blob, maxInputPixels: number): Promise<Result<PictureView, ImageProblem>>
  crop(file: Blob, choice: CropChoice, maxInputPixels: number): Promise<Result<CroppedImage, ImageProblem>>
  /** Metrics of a prepared picture. The page requests them after it shows the picture, so that preparing is not delayed. */
  measure(picture: Blob, maxInputPixels: number): Promise<Result<PictureMetrics, ImageProblem>>
}

/** The image worker's calls. */
export interface ImageApi extends PictureCalls {
  /** False if this worker cannot decode pictures; then the page processes pictures itself. */
  canPrepare(): Promise<boolean>
}
