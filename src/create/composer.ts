import type { VideoParameters } from '#shared/api/generation.ts'
import type { AppErrorCode } from '#shared/result.ts'
import type { GenerationSettings, PictureRole, PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import { FILE_STORE_LIMIT_MS } from '#shared/browser/open-store.ts'
import { type RecordStore, openRecords } from '#shared/browser/record-store.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { DRAFT_DATABASE, DRAFT_KEYS } from '#shared/storage/records.ts'
import { imageClient } from '#src/pictures/image-client.ts'
import { guardLeaving, notifyHoldsChanged } from '#src/routing/leave-guard.ts'
import { proxy, snapshot, subscribe } from '#src/store/state.ts'
import { changeControls } from '#motion/controls/motion-controls.ts'
import { seedOf } from '#motion/random.ts'
import { MAX_SEED } from '#shared/domain/generation-options.ts'
import { type PictureSlotStore, createPictureSlot } from './create-picture-slot.ts'
import type { FormPicture } from './current-picture.ts'
import { type DraftStore, createDraftStore } from './draft-store.ts'
import { slotStatus } from './picture-slot-state.ts'
import { formsOwner } from './forms-owner.ts'
import { type Choice, defaultSettings } from './model-options.ts'

export interface ComposerState {
  settings: GenerationSettings
  /** The index (from 0) of the batch video that the sketch previews. */
  variation: number
  /** Whether the user has chosen settings. A stored draft then must not replace them. */
  hasChosen: boolean
  /** Whether the user has edited the prompt, even if it is empty again. */
  hasWritten: boolean
  /** The gallery item that last filled the form; '' without one. */
  explore: string
  /** A counter that increases when the draft on the device may have changed. The form then reads its draft again. */
  draftReads: number
  parameters: VideoParameters
  /** A chosen model, with its settings, that the loaded options do not offer. It is applied when the server's current options arrive. */
  awaitedChoice: Choice | null
  isSaving: boolean
  /** The hub's error for the last press of the commit button, shown next to the button. */
  problem: AppErrorCode | null
  stagedCommit: StagedCommit | null
  /** The open panel of direct controls; null if none is open. */
  panel: ControlPanelName | null
  /** While true, the next press on the stage sets the target point of the camera. */
  isAiming: boolean
}

export type ControlPanelName = 'camera' | 'light' | 'brush' | 'format' | 'more'

/** The last commit of this form, and the key of the form at that time. The stage shows the commit until the form changes. */
interface StagedCommit {
  readonly commitId: string
  readonly form: string
}

/** One form: its settings, its pictures, and its stored draft. */
export interface Composer {
  readonly bizType: BizType
  readonly state: ComposerState
  readonly slots: readonly [PictureSlotStore, ...PictureSlotStore[]]
  readonly drafts: DraftStore
}

const STAGED_PREFIX = 'staged/'

interface ComposerDeps {
  readonly images: Parameters<typeof createPictureSlot>[2]
  readonly records: RecordStore
  /** The account that owns the form's content; '' for a visitor. */
  readonly owner: () => string
}

export function createComposer(bizType: BizType, { images, records, owner }: ComposerDeps): Composer {
  const state = proxy<ComposerState>({
    settings: withSeed(defaultSettings(bizType)),
    variation: 0,
    hasChosen: false,
    hasWritten: false,
    explore: '',
    draftReads: 0,
    parameters: BUILTIN_PARAMETERS,
    awaitedChoice: null,
    isSaving: false,
    problem: null,
    stagedCommit: readStagedCommit(bizType),
    panel: null,
    isAiming: false,
  })
  /** Removes the painted area, the focus point and the extended video: they belong to the replaced picture. */
  const forgetPicture = () => {
    const { settings } = state
    const controls = changeControls(settings.controls, { brush: undefined, focus: undefined })
    state.settings = { ...settings, controls, extends: undefined }
  }
  const makeSlot = (role: PictureRole) =>
    createPictureSlot(role, { onPictureChange: () => void drafts.save(), onReplace: role === 'first' ? forgetPicture : undefined }, images)
  const slots: Composer['slots'] = bizType === 'HEAD_TAIL' ? [makeSlot('first'), makeSlot('last')] : [makeSlot('first')]
  const drafts = createDraftStore(
    { key: DRAFT_KEYS[bizType], owner, settings: () => ({ ...plainSettings(state), ...state.awaitedChoice }), slots },
    records,
  )
  return { bizType, state, slots, drafts }
}

const PAGE_DEPS: ComposerDeps = { images: imageClient, records: openRecords(DRAFT_DATABASE, FILE_STORE_LIMIT_MS), owner: formsOwner }

/** One form per kind of video. A form's content remains while the user visits other screens. */
export const COMPOSERS: Readonly<Record<BizType, Composer>> = {
  CUSTOM: createComposer('CUSTOM', PAGE_DEPS),
  HEAD_TAIL: createComposer('HEAD_TAIL', PAGE_DEPS),
  TEMPLATE: createComposer('TEMPLATE', PAGE_DEPS),
}

guardLeaving({
  save: () => Promise.all(Object.values(COMPOSERS).map(({ drafts }) => drafts.flush())),
  rewrite: () =>
    Promise.all(Object.values(COMPOSERS).map(async ({ drafts, state, slots }) => (isEmpty(state, slots) ? undefined : drafts.save()))),
  holds() {
    const composers = Object.values(COMPOSERS)
    if (composers.some(({ state }) => state.isSaving)) return 'sending'
    return composers.some(({ slots }) => slots.some(({ state }) => slotStatus(state) === 'preparing')) ? 'preparing' : null
  },
})
for (const { state, slots } of Object.values(COMPOSERS))
  for (const part of [state, ...slots.map((slot) => slot.state)]) subscribe(part, notifyHoldsChanged)

function isEmpty({ settings }: ComposerState, pictureSlots: Composer['slots']): boolean {
  return settings.prompt === '' && pictureSlots.every((slot) => slot.current() === null)
}

/** A random seed. It decides everything that a prompt leaves open. A sketch and its video use the same seed. */
export function newSeed(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number % (MAX_SEED + 1)
}

/** Adds a seed if the settings have none. A sketch can't be drawn without a seed. */
export function withSeed(settings: GenerationSettings): GenerationSettings {
  return settings.seed === undefined ? { ...settings, seed: newSeed() } : settings
}

/** A plain copy of the settings: a proxy can't be stored or sent to a worker. */
export function plainSettings(state: ComposerState): GenerationSettings {
  return snapshot(state).settings
}

/**
 * A hash of the form's content, to compare two forms. `pictures` are picture ids. The tab's session storage contains only the hash, which
 * does not reveal the content.
 */
export function formKey(settings: GenerationSettings, pictures: readonly (string | null)[]): string {
  return String(seedOf(JSON.stringify([settings, pictures], sortFields)))
}

/** A JSON replacer that sorts the fields of objects, because a store may return them in another order. */
function sortFields(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads the commit that this tab's stage showed before a reload. */
function readStagedCommit(bizType: BizType): StagedCommit | null {
  try {
    const [commitId, form] = (sessionStorage.getItem(STAGED_PREFIX + bizType) ?? '').split(' ')
    return commitId !== undefined && form !== undefined ? { commitId, form } : null
  } catch {
    return null
  }
}

interface StageOwner extends Pick<Composer, 'bizType'> {
  readonly state: Pick<ComposerState, 'stagedCommit'>
}

/** Shows a commit on the stage; null shows the form again. A reload restores the commit. */
export function stageCommit({ bizType, state }: StageOwner, stagedCommit: StagedCommit | null): void {
  state.stagedCommit = stagedCommit
  try {
    if (stagedCommit === null) sessionStorage.removeItem(STAGED_PREFIX + bizType)
    else sessionStorage.setItem(STAGED_PREFIX + bizType, `${stagedCommit.commitId} ${stagedCommit.form}`)
  } catch {
    // Without sessionStorage, a reload shows the form instead of the commit.
  }
}

/** The form's pictures in the order in which they are sent; null while one is missing. */
export function preparedPictures({ slots }: Composer): readonly PreparedPicture[] | null {
  const preparedList = slots.flatMap((slot) => preparedPicture(slot.current()))
  return preparedList.length === slots.length ? preparedList : null
}

function preparedPicture(picture: FormPicture | null): PreparedPicture[] {
  if (picture === null) return []
  const { blob, sha256, width, height } = picture.image
  return [{ blob, name: picture.name, sha256, width, height }]
}
