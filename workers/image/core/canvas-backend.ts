import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { Result } from '#shared/result.ts'
import type { PictureHead } from './picture-head.ts'

/** What the pipeline needs of a 2D context; those of a worker and of the page both have it. */
type Drawing = Pick<
  OffscreenCanvasRenderingContext2D,
  'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData' | 'imageSmoothingQuality' | 'putImageData' | 'setTransform'
>

export interface Surface {
  readonly width: number
  readonly height: number
  readonly image: CanvasImageSource
  readonly drawing: Drawing
  /** Gives the pixels' memory back; the sheet is of no use afterwards. */
  release(): void
}

/** Upright pixels, perhaps fewer than the file has. */
export interface DecodedPicture {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly fullWidth: number
  readonly fullHeight: number
  /** No px can be seen through, so nothing needs to be painted under it. */
  readonly isOpaque: boolean
  /** The same picture with no more px than a canvas has, decoded in another way. */
  decodeFewer(): Promise<Result<DecodedPicture, ImageProblem>>
  close(): void
}

/** What a realm brings to the pipeline: how it decodes, draws and encodes. */
export interface CanvasBackend<S extends Surface = Surface> {
  /** `scale` is the smallest share of the full size that the caller will draw. */
  decode(file: Blob, head: PictureHead, scale: number): Promise<Result<DecodedPicture, ImageProblem>>
  makeSheet(width: number, height: number): S
  /** The most px drawn for which `reduce` is worth its time; the context's own smoothing is faster, but worse. */
  readonly reducesUpTo: number
  /** Draws one sheet smaller on another; false when it was refused. */
  reduce(from: S, to: S): Promise<boolean>
  encode(sheet: S, quality: number): Promise<Blob>
}

/** The sheet as a JPEG; its pixels are given back whatever happens. */
export async function encodeSurface<S extends Surface>(backend: CanvasBackend<S>, sheet: S, quality: number): Promise<Blob> {
  try {
    return await backend.encode(sheet, quality)
  } finally {
    sheet.release()
  }
}
