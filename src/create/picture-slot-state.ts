import type { AppErrorCode } from '#shared/result.ts'
import type { PreparedImage, PrepareStage, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import type { PrepareRequest } from '#src/pictures/create-image-client.ts'

/** What the form shows about a prepared picture, without its bytes. */
export type PictureFacts = Omit<PreparedImage, 'blob'> & {
  readonly name: string
  readonly bytes: number
  readonly url: string
  readonly request: PrepareRequest
  /** The kind of removed metadata that the form reports to the user. */
  readonly removedMetadata: SourceMetadata
}

export interface Refusal {
  readonly name: string
  readonly code: AppErrorCode
}

/**
 * The picture of a form. `refused`: the file was rejected, and the slot is empty. `refusal`: a new file was rejected, and the
 * previous picture stays. `rework`: the step of preparing another version of the picture.
 */
export type PictureSlot =
  | { readonly status: 'none' }
  | { readonly status: 'preparing'; readonly name: string; readonly bytes: number; readonly stage: PrepareStage }
  | ({ readonly status: 'refused' } & Refusal)
  | { readonly status: 'ready'; readonly facts: PictureFacts; readonly refusal: Refusal | null; readonly rework: PrepareStage | null }

export interface SlotState {
  picture: PictureSlot
  /** The object URL of the uncropped source; null until it is needed. */
  whole: string | null
  /** The metrics of the picture; null until it is measured. */
  metrics: PictureMetrics | null
  /** The part to which the user has moved the crop; null once the picture is cropped to this part. */
  movedTo: Rect | null
  /** The open layer over the page: the picture in full size, or its crop dialog. */
  layer: 'none' | 'crop' | 'preview'
}

export function emptySlot(): SlotState {
  return { picture: { status: 'none' }, whole: null, metrics: null, movedTo: null, layer: 'none' }
}

/** The status of a picture. While another version of it is being prepared, it counts as not ready. */
export function slotStatus({ picture, movedTo }: Pick<SlotState, 'picture' | 'movedTo'>): PictureSlot['status'] {
  const isReworked = movedTo !== null || (picture.status === 'ready' && picture.rework !== null)
  return isReworked ? 'preparing' : picture.status
}
