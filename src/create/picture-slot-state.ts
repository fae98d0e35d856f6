import type { AppErrorCode } from '#shared/result.ts'
import type { PreparedImage, PrepareStage, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import type { PrepareRequest } from '#src/pictures/create-image-client.ts'

/** Facts about the prepared picture, without its bytes. */
export type PictureFacts = Omit<PreparedImage, 'blob'> & {
  readonly name: string
  readonly bytes: number
  readonly url: string
  readonly request: PrepareRequest
  /** The removed metadata that is reported this time. */
  readonly removedMetadata: SourceMetadata
}

export interface Refusal {
  readonly name: string
  readonly code: AppErrorCode
}

/**
 * A rejected file is shown next to the previous picture; `refused` means that there is none. `rework` is the progress of another version of
 * a ready picture.
 */
export type PictureSlot =
  | { readonly status: 'none' }
  | { readonly status: 'preparing'; readonly name: string; readonly bytes: number; readonly stage: PrepareStage }
  | ({ readonly status: 'refused' } & Refusal)
  | { readonly status: 'ready'; readonly facts: PictureFacts; readonly refusal: Refusal | null; readonly rework: PrepareStage | null }

export interface SlotState {
  picture: PictureSlot
  /** The URL of the uncropped source, once it is needed. */
  whole: string | null
  /** The picture's metrics, once measured. */
  metrics: PictureMetrics | null
  /** The chosen part within the ratio limits, until the crop is done. */
  movedTo: Rect | null
  /** The overlay that shows the picture or its crop dialog. */
  layer: 'none' | 'crop' | 'preview'
}

export function emptySlot(): SlotState {
  return { picture: { status: 'none' }, whole: null, metrics: null, movedTo: null, layer: 'none' }
}

/** A picture that is being edited counts as not ready. */
export function slotStatus({ picture, movedTo }: Pick<SlotState, 'picture' | 'movedTo'>): PictureSlot['status'] {
  const isReworked = movedTo !== null || (picture.status === 'ready' && picture.rework !== null)
  return isReworked ? 'preparing' : picture.status
}
