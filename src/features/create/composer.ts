import type { VideoParameters } from '#shared/api/generation.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { GenerationSettings, PicturePlace } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { PictureDesk } from './create-desk.ts'
import type { DraftStore } from './create-draft-store.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { guardLeaving, holdsChanged } from '#src/lib/leave-guard.ts'
import { proxy, subscribe } from '#src/lib/state.ts'
import { createDesk } from './create-desk.ts'
import { deskStatus } from './desk-state.ts'
import { createDraftStore } from './create-draft-store.ts'
import { formsOwner } from './forms-owner.ts'
import { defaultSettings } from './model-options.ts'
import { withSeed } from './take-seed.ts'

export interface ComposerState {
  settings: GenerationSettings
  /** Which of the videos is sketched, from 0. */
  take: number
  /** The person has chosen settings that a stored draft must not replace. */
  hasChosen: boolean
  /** The words are the person's own, also when they took them away again. */
  hasWritten: boolean
  /** The item of the gallery that the form was filled from last; '' without one. */
  explore: string
  /** Grows when another draft may be there. */
  draftReads: number
  parameters: VideoParameters
  isSaving: boolean
  /** A refusal of the hub to take the last press, shown beside the button. */
  problem: AppErrorCode | null
}

/** One form: what is wished for, a desk for each of its pictures, and what is stored of it. */
export interface Composer {
  readonly bizType: BizType
  readonly state: ComposerState
  readonly desks: readonly [PictureDesk, ...PictureDesk[]]
  readonly drafts: DraftStore
}

const DRAFT_KEYS = { CUSTOM: 'image-to-video', HEAD_TAIL: 'start-end-frame', TEMPLATE: 'video-template' } as const satisfies Record<
  BizType,
  string
>

function createComposer(bizType: BizType): Composer {
  const state = proxy<ComposerState>({
    settings: withSeed(defaultSettings(bizType)),
    take: 0,
    hasChosen: false,
    hasWritten: false,
    explore: '',
    draftReads: 0,
    parameters: BUILTIN_PARAMETERS,
    isSaving: false,
    problem: null,
  })
  const desk = (place: PicturePlace) => createDesk(place, () => void drafts.save())
  const desks: Composer['desks'] = bizType === 'HEAD_TAIL' ? [desk('first'), desk('last')] : [desk('first')]
  const drafts = createDraftStore({ key: DRAFT_KEYS[bizType], owner: formsOwner, settings: () => ({ ...state.settings }), desks })
  return { bizType, state, desks, drafts }
}

/** The form of each kind; it keeps what is in it while other screens are looked at. */
export const COMPOSERS: Readonly<Record<BizType, Composer>> = {
  CUSTOM: createComposer('CUSTOM'),
  HEAD_TAIL: createComposer('HEAD_TAIL'),
  TEMPLATE: createComposer('TEMPLATE'),
}

guardLeaving({
  save: () => Promise.all(Object.values(COMPOSERS).map(({ drafts }) => drafts.flush())),
  rewrite: () =>
    Promise.all(Object.values(COMPOSERS).map(async ({ drafts, state, desks }) => (isEmpty(state, desks) ? undefined : drafts.save()))),
  holds() {
    const composers = Object.values(COMPOSERS)
    if (composers.some(({ state }) => state.isSaving)) return 'sending'
    return composers.some(({ desks }) => desks.some(({ state }) => deskStatus(state) === 'preparing')) ? 'preparing' : null
  },
})
for (const { state, desks } of Object.values(COMPOSERS))
  for (const part of [state, ...desks.map((desk) => desk.state)]) subscribe(part, holdsChanged)

function isEmpty({ settings }: ComposerState, desks: Composer['desks']): boolean {
  return settings.prompt === '' && desks.every((desk) => desk.held() === null)
}
