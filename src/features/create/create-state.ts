import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { GenerationSettings } from '#shared/contract/hub-contract.ts'
import type { PreparedImage } from '#shared/contract/image-contract.ts'
import { proxy } from '#src/lib/state.ts'
import { DEFAULT_SETTINGS } from './model-options.ts'

/** Facts about the prepared picture; its bytes stand beside the state, never in it. */
export type PictureFacts = Omit<PreparedImage, 'blob'> & { readonly name: string; readonly bytes: number; readonly url: string }

type PictureSlot =
  | { readonly status: 'none' }
  | { readonly status: 'preparing'; readonly name: string; readonly bytes: number }
  | { readonly status: 'refused'; readonly name: string; readonly code: AppErrorCode }
  | { readonly status: 'ready'; readonly facts: PictureFacts }

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
