import type { ImageProblem } from '#shared/contract/image-contract.ts'
import { type Turn, UPRIGHT } from '#shared/domain/crop-rules.ts'
import type { Result } from '#shared/result.ts'
import type { PictureHead } from './picture-head.ts'

/** The methods and properties of a 2D context that this code uses. Workers and pages both have them. */
type Drawing = Pick<
  OffscreenCanvasRenderingContext2D,
  'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData' | 'imageSmoothingQuality' | 'putImageData' | 'setTransform'
>

export interface Surface {
  readonly width: number
  readonly height: number
  readonly image: CanvasImageSource
  readonly drawing: Drawing
  /** Frees the pixels; the canvas must not be used afterwards. */
  release(): void
}

/** Decoded pixels, possibly fewer than in the file. */
export interface DecodedPicture {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  /** The size of the upright picture in the file. */
  readonly fullWidth: number
  readonly fullHeight: number
  /** The turn that makes the pixels upright. */
  readonly turn: Turn
  /** The offset of the displayed pixels in `image`. */
  readonly origin: { readonly x: number; readonly y: number }
  /** Whether all pixels are opaque, so that the picture needs no background. */
  readonly isOpaque: boolean
  /** Decodes the picture again, in another way and with so few pixels that it fits the canvas limit. */
  decodeReduced(): Promise<Result<DecodedPicture, ImageProblem>>
  close(): void
}

/** The turn and the origin for a decoder that returns all pixels as they are displayed. */
export const AS_DECODED: Pick<DecodedPicture, 'turn' | 'origin'> = { turn: UPRIGHT, origin: { x: 0, y: 0 } }

/** The facts of a file for its decoder. Width and height are those in the file, before any turn. */
export type DecodedHead = Pick<PictureHead, 'type' | 'width' | 'height'>

/** A realm's decoding, drawing and encoding. */
export interface CanvasBackend<S extends Surface = Surface> {
  /** `scale` is the smallest share of the full size that will be drawn. */
  decode(file: Blob, head: DecodedHead, scale: number): Promise<Result<DecodedPicture, ImageProblem>>
  makeSheet(width: number, height: number): S
  /** The largest result, in pixels, for which `reduce` is worth its time. The context's own smoothing is faster, but worse. */
  readonly reducesUpTo: number
  /** Draws the canvas `from` on the smaller canvas `to`; false if the browser can't. */
  reduce(from: S, to: S): Promise<boolean>
  encode(sheet: S, quality: number): Promise<Blob>
}

/** Encodes the canvas as a JPEG and always frees its pixels. */
export async function encodeSurface<S extends Surface>(backend: CanvasBackend<S>, sheet: S, quality: number): Promise<Blob> {
  try {
    return await backend.encode(sheet, quality)
  } finally {
    sheet.release()
  }
}
