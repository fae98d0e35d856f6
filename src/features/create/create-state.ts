import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { GenerationSettings } from '#shared/contract/hub-contract.ts'
import type { PreparedImage } from '#shared/contract/image-contract.ts'
import { proxy } from '#src/lib/state.ts'
import { DEFAULT_SETTINGS } from './model-options.ts'

/** Facts about the prepared picture; its bytes stand beside the state, never in it. */
export type PictureFacts = Omit<PreparedImage, 'blob'> & { readonly name: string; readonly bytes: number; readonly url: string }

export interface Refusal {
  readonly name: string
  readonly code: AppErrorCode
}

/** A refused file stands beside the picture that was there before it; `refused` is one without such a picture. */
export type PictureSlot =
  | { readonly status: 'none' }
  | { readonly status: 'preparing'; readonly name: string; readonly bytes: number }
  | ({ readonly status: 'refused' } & Refusal)
  | { readonly status: 'ready'; readonly facts: PictureFacts; readonly refusal: Refusal | null }

interface CreateState {
  settings: GenerationSettings
  picture: PictureSlot
  parameters: VideoParameters
  isSaving: boolean
  /** A refusal of the hub to take the last press, shown beside the button. */
  problem: AppErrorCode | null
}

export const createState = proxy<CreateState>({
  settings: DEFAULT_SETTINGS,
  picture: { status: 'none' },
  parameters: BUILTIN_PARAMETERS,
  isSaving: false,
  problem: null,
})
