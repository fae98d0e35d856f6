import type { PictureRole } from '#shared/contract/commit-contract.ts'
import type { PrepareStage, SourceMetadata } from '#shared/contract/image-contract.ts'
import { type CropChoice, CROP_JPEG_QUALITY, UPRIGHT } from '#shared/domain/crop-rules.ts'
import { shortFileName } from '#shared/domain/file-name.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { Result } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { type ImageClient, type PrepareRequest, AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { text } from '#src/i18n/i18n.ts'
import { proxy } from '#src/store/state.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { type FormPicture, type CurrentPicture, createCurrentPicture } from './current-picture.ts'
import { type SlotState, type PictureSlot, type Refusal, emptySlot } from './picture-slot-state.ts'
import { isRatioCut } from './ratio-cut.ts'

/** How long the slider must rest before its value is applied, in ms. */
const MOVE_SETTLES_MS = 200

interface Preparation {
  readonly abort: AbortController
  /** Null while the source file is still being fetched. */
  readonly sourceId: string | null
  readonly request: PrepareRequest
}

/** Stores and prepares one picture of a form. */
export interface PictureSlotStore {
  readonly role: PictureRole
  readonly state: SlotState
  readonly current: () => FormPicture | null
  /**
   * Prepares a picked, dropped or pasted file, and cancels a running preparation. The current picture stays until the new one is
   * ready.
   */
  readonly accept: (file: File) => Promise<void>
  /** Fetches a picture with `load` and prepares it. */
  readonly loadPicture: (name: string, load: () => Promise<Result<Blob>>, request?: PrepareRequest) => Promise<void>
  /** Crops the source picture to the chosen part; null restores the whole picture. */
  readonly crop: (choice: CropChoice | null) => Promise<void>
  /** Moves the visible part of a picture that exceeds the ratio limits. The move is applied once the slider rests. */
  readonly moveCut: (part: Rect) => void
  readonly brighten: (isBrightened: boolean) => Promise<void>
  /** Cancels a running preparation and restores the previous picture. */
  readonly stop: () => void
  /** Replaces the slot's picture with a prepared one; null empties the slot. */
  readonly put: (next: FormPicture | null) => void
  readonly remove: () => void
  /** Removes the picture from the form, but not from the stored draft. */
  readonly drop: () => void
  /** Shows a picture from the stored draft, unless a new one is being prepared. A rejected new picture stays visible next to it. */
  readonly restore: (stored: FormPicture) => void
}

interface SlotEvents {
  /** Called when the current picture has changed and must be stored. */
  readonly onPictureChange: () => void
  /** Called when the user has replaced, cropped or removed the picture. */
  readonly onOther?: (() => void) | undefined
}

export function createPictureSlot(
  role: PictureRole,
  { onPictureChange, onOther }: SlotEvents,
  images: Pick<ImageClient, 'prepare' | 'view' | 'measure'>,
): PictureSlotStore {
  const state = proxy<SlotState>(emptySlot())
  const holding = createCurrentPicture()
  const sights = createPreviews(holding, state, images)
  let preparing: Preparation | undefined
  let moveTimer: ReturnType<typeof setTimeout> | undefined

  function begin(sourceId: string | null, request: PrepareRequest): Preparation {
    preparing?.abort.abort()
    preparing = { abort: new AbortController(), sourceId, request }
    return preparing
  }

  function end(): void {
    preparing?.abort.abort()
    preparing = undefined
    stopMoving()
  }

  function stopMoving(): void {
    clearTimeout(moveTimer)
    moveTimer = undefined
    state.movedTo = null
  }

  function discardFormer(): void {
    sights.leave()
    stopMoving()
    state.layer = 'none'
  }

  function show(refusal: Refusal | null): void {
    state.picture = currentSlot(refusal)
    sights.refresh()
  }

  function currentSlot(refusal: Refusal | null): PictureSlot {
    const facts = holding.facts()
    if (facts !== null) return { status: 'ready', facts, refusal, rework: null }
    return refusal === null ? { status: 'none' } : { status: 'refused', ...refusal }
  }

  function drop(): void {
    end()
    discardFormer()
    holding.drop()
    Object.assign(state, emptySlot())
  }

  async function prepare(
    { name, source, request }: Pick<FormPicture, 'name' | 'source' | 'request'>,
    slotAt: (stage: PrepareStage) => PictureSlot,
    isPrefilled = false,
  ): Promise<void> {
    if (holding.current()?.source.id !== source.id) discardFormer()
    const mine = begin(source.id, request)
    const showStage = (stage: PrepareStage) => {
      if (preparing === mine) state.picture = slotAt(stage)
    }
    showStage('reading')
    const prepared = await images.prepare(mine.abort.signal, source.file, request, showStage)
    if (preparing !== mine) return
    preparing = undefined
    if (moveTimer === undefined) state.movedTo = null
    if (!prepared.ok) return show({ name, code: prepared.error.code })
    const former = holding.current()
    // The metadata note does not change while the user edits one source picture.
    const removedMetadata = former?.source.id === source.id ? former.removedMetadata : newMetadataFinding(prepared.value.metadata)
    holding.setPicture({ name, source, request, image: prepared.value, removedMetadata })
    show(null)
    if (former !== null && !isPrefilled && isOther(former, holding.current())) onOther?.()
    onPictureChange()
  }

  /** Prepares the current picture again with a changed request. A change that is still in progress is included. */
  async function rework(change: Partial<PrepareRequest>): Promise<void> {
    const current = holding.current()
    const facts = holding.facts()
    if (current === null || facts === null) return
    const { name, source } = current
    const request = preparing?.sourceId === source.id ? preparing.request : current.request
    await prepare({ name, source, request: { ...request, ...change } }, (rework) => ({ status: 'ready', facts, refusal: null, rework }))
  }

  function accept(file: File, request: PrepareRequest = AS_IT_IS, isPrefilled = false): Promise<void> {
    const name = file.name === '' ? text('create.pastedName') : shortFileName(file.name)
    const source = { id: crypto.randomUUID(), file }
    return prepare({ name, source, request }, (stage) => ({ status: 'preparing', name, bytes: file.size, stage }), isPrefilled)
  }

  function put(next: FormPicture | null): void {
    drop()
    if (next !== null) {
      holding.setPicture(next)
      show(null)
    }
    onPictureChange()
  }

  return {
    role,
    state,
    current: holding.current,
    accept: (file) => accept(file),
    async loadPicture(name, load, request = AS_IT_IS) {
      discardFormer()
      const mine = begin(null, request)
      state.picture = { status: 'preparing', name, bytes: 0, stage: 'reading' }
      const loaded = await load()
      if (preparing !== mine) return
      preparing = undefined
      if (loaded.ok) await accept(new File([loaded.value], name, { type: loaded.value.type }), request, true)
      else show({ name, code: loaded.error.code })
    },
    crop: (choice) => rework(choice === null ? { crop: null, quality: AS_IT_IS.quality } : { crop: choice, quality: CROP_JPEG_QUALITY }),
    moveCut(part) {
      clearTimeout(moveTimer)
      state.movedTo = part
      moveTimer = setTimeout(() => {
        moveTimer = undefined
        void rework({ crop: { turn: UPRIGHT, part }, quality: AS_IT_IS.quality })
      }, MOVE_SETTLES_MS)
    },
    brighten: (isBrightened) => rework({ isBrightened }),
    stop() {
      end()
      show(null)
    },
    put,
    remove() {
      onOther?.()
      put(null)
    },
    drop,
    restore(stored) {
      holding.setPicture(stored)
      const { picture } = state
      if (picture.status !== 'preparing') show(picture.status === 'refused' ? { name: picture.name, code: picture.code } : null)
    },
  }
}

/** Whether `next` has another source or crop than `former`, so that a painted area or a focus point no longer fits the picture. */
function isOther(former: FormPicture, next: FormPicture | null): boolean {
  return former.source.id !== next?.source.id || JSON.stringify(former.request.crop) !== JSON.stringify(next.request.crop)
}

/** Loads the metrics of the current picture, and a preview of its uncropped source if the ratio limits cut it. */
function createPreviews(holding: CurrentPicture, state: SlotState, images: Pick<ImageClient, 'view' | 'measure'>) {
  let viewing: { readonly abort: AbortController; readonly sourceId: string } | undefined
  let measuredPicture: Blob | undefined

  async function showWhole(): Promise<void> {
    const current = holding.current()
    state.whole = holding.whole()
    if (current === null || state.whole !== null || !isRatioCut(current.image) || viewing?.sourceId === current.source.id) return
    const mine = { abort: new AbortController(), sourceId: current.source.id }
    viewing = mine
    const viewed = await images.view(mine.abort.signal, current.source.file)
    if (viewing !== mine) return
    viewing = undefined
    if (viewed.ok) state.whole = holding.setWhole(viewed.value.blob)
  }

  /** Measures the picture for the pre-flight checks after it is shown, so that the display is not delayed. */
  async function measureCurrent(): Promise<void> {
    const picture = holding.current()?.image.blob
    if (picture === undefined || picture === measuredPicture) return
    measuredPicture = picture
    state.metrics = null
    const metrics = await images.measure(neverAborted(), picture)
    if (metrics.ok && holding.current()?.image.blob === picture) state.metrics = metrics.value
  }

  return {
    refresh(): void {
      void showWhole()
      void measureCurrent()
    },
    /** Called when the slot's source picture changes or is removed. */
    leave(): void {
      viewing?.abort.abort()
      viewing = undefined
    },
  }
}

const RANK = { none: 0, some: 1, place: 2 } as const

/**
 * Returns the finding if it is worse than all findings that this browser has reported, otherwise 'none'. The worst finding is 'place':
 * the file contains the location of the photo.
 */
function newMetadataFinding(metadata: SourceMetadata): SourceMetadata {
  if (RANK[metadata] <= RANK[preferences.shownMetadataNotice]) return 'none'
  setPreference('shownMetadataNotice', metadata)
  return metadata
}
