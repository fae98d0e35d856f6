import type { AppErrorCode } from '#shared/app-error.ts'
import type { PreparedImage, PrepareStage, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import type { PrepareRequest } from '#src/pictures/create-image-client.ts'

/** Facts about the prepared picture; its bytes stand beside the state, never in it. */
export type PictureFacts = Omit<PreparedImage, 'blob'> & {
  readonly name: string
  readonly bytes: number
  readonly url: string
  readonly request: PrepareRequest
  /** What is told this time about the metadata that was removed. */
  readonly told: SourceMetadata
}

export interface Refusal {
  readonly name: string
  readonly code: AppErrorCode
}

/**
 * A refused file stands beside the picture that was there before it; `refused` is one without such a picture. `rework` is how far
 * another version of a ready picture is.
 */
export type PictureSlot =
  | { readonly status: 'none' }
  | { readonly status: 'preparing'; readonly name: string; readonly bytes: number; readonly stage: PrepareStage }
  | ({ readonly status: 'refused' } & Refusal)
  | { readonly status: 'ready'; readonly facts: PictureFacts; readonly refusal: Refusal | null; readonly rework: PrepareStage | null }

export interface SlotState {
  picture: PictureSlot
  /** Address of the source before anything was cut, once it is needed. */
  whole: string | null
  /** How the picture looks, once that is known. */
  look: PictureMetrics | null
  /** Where the person has moved the piece that the ratio limits leave, until it is cut there. */
  movedTo: Rect | null
  /** What lies over the form to look at the picture or choose a part of it. */
  layer: 'none' | 'crop' | 'look'
}

export function emptySlot(): SlotState {
  return { picture: { status: 'none' }, whole: null, look: null, movedTo: null, layer: 'none' }
}

/** A picture that is worked on counts as one that is not ready yet. */
export function slotStatus({ picture, movedTo }: Pick<SlotState, 'picture' | 'movedTo'>): PictureSlot['status'] {
  const isReworked = movedTo !== null || (picture.status === 'ready' && picture.rework !== null)
  return isReworked ? 'preparing' : picture.status
}
