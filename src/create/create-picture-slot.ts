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

/** How long the slider that moves the visible part must rest before its value is applied, in ms. */
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
  readonly onReplace?: (() => void) | undefined
}

export function createPictureSlot(
  role: PictureRole,
  { onPictureChange, onReplace }: SlotEvents,
  images: Pick<ImageClient, 'prepare' | 'view' | 'measure'>,
): PictureSlotStore {
  const state = proxy<SlotState>(emptySlot())
  const currentPicture = createCurrentPicture()
  const previews = createPreviews(currentPicture, state, images)
  let preparation: Preparation | undefined
  let moveTimer: ReturnType<typeof setTimeout> | undefined

  function startPreparation(sourceId: string | null, request: PrepareRequest): Preparation {
    preparation?.abort.abort()
    preparation = { abort: new AbortController(), sourceId, request }
    return preparation
  }

  function endPreparation(): void {
    preparation?.abort.abort()
    preparation = undefined
    stopMoving()
  }

  function stopMoving(): void {
    clearTimeout(moveTimer)
    moveTimer = undefined
    state.movedTo = null
  }

  function resetViews(): void {
    previews.leave()
    stopMoving()
    state.layer = 'none'
  }

  function showCurrent(refusal: Refusal | null): void {
    state.picture = currentSlot(refusal)
    previews.refresh()
  }

  function currentSlot(refusal: Refusal | null): PictureSlot {
    const facts = currentPicture.facts()
    if (facts !== null) return { status: 'ready', facts, refusal, rework: null }
    return refusal === null ? { status: 'none' } : { status: 'refused', ...refusal }
  }

  function drop(): void {
    endPreparation()
    resetViews()
    currentPicture.drop()
    Object.assign(state, emptySlot())
  }

  async function prepare(
    { name, source, request }: Pick<FormPicture, 'name' | 'source' | 'request'>,
    slotAt: (stage: PrepareStage) => PictureSlot,
    isPrefilled = false,
  ): Promise<void> {
    if (currentPicture.current()?.source.id !== source.id) resetViews()
    const newPreparation = startPreparation(source.id, request)
    const showStage = (stage: PrepareStage) => {
      if (preparation === newPreparation) state.picture = slotAt(stage)
    }
    showStage('reading')
    const prepareResult = await images.prepare(newPreparation.abort.signal, source.file, request, showStage)
    if (preparation !== newPreparation) return
    preparation = undefined
    if (moveTimer === undefined) state.movedTo = null
    if (!prepareResult.ok) return showCurrent({ name, code: prepareResult.error.code })
    const formerPicture = currentPicture.current()
    // The metadata note does not change while the user edits one source picture.
    const removedMetadata =
      formerPicture?.source.id === source.id ? formerPicture.removedMetadata : newMetadataFinding(prepareResult.value.metadata)
    currentPicture.setPicture({ name, source, request, image: prepareResult.value, removedMetadata })
    showCurrent(null)
    if (formerPicture !== null && !isPrefilled && isReplaced(formerPicture, currentPicture.current())) onReplace?.()
    onPictureChange()
  }

  /** Prepares the current picture again with a changed request. A change that is still in progress is included. */
  async function rework(change: Partial<PrepareRequest>): Promise<void> {
    const picture = currentPicture.current()
    const facts = currentPicture.facts()
    if (picture === null || facts === null) return
    const { name, source } = picture
    const request = preparation?.sourceId === source.id ? preparation.request : picture.request
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
      currentPicture.setPicture(next)
      showCurrent(null)
    }
    onPictureChange()
  }

  return {
    role,
    state,
    current: currentPicture.current,
    accept: (file) => accept(file),
    async loadPicture(name, load, request = AS_IT_IS) {
      resetViews()
      const newPreparation = startPreparation(null, request)
      state.picture = { status: 'preparing', name, bytes: 0, stage: 'reading' }
      const loadResult = await load()
      if (preparation !== newPreparation) return
      preparation = undefined
      if (loadResult.ok) await accept(new File([loadResult.value], name, { type: loadResult.value.type }), request, true)
      else showCurrent({ name, code: loadResult.error.code })
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
      endPreparation()
      showCurrent(null)
    },
    put,
    remove() {
      onReplace?.()
      put(null)
    },
    drop,
    restore(stored) {
      currentPicture.setPicture(stored)
      const { picture } = state
      if (picture.status !== 'preparing') showCurrent(picture.status === 'refused' ? { name: picture.name, code: picture.code } : null)
    },
  }
}

/**
 * Whether `newPicture` has another source or crop than `formerPicture`, or is null. A painted area or a focus point then no longer fits the
 * picture.
 */
function isReplaced(formerPicture: FormPicture, newPicture: FormPicture | null): boolean {
  return (
    formerPicture.source.id !== newPicture?.source.id ||
    JSON.stringify(formerPicture.request.crop) !== JSON.stringify(newPicture.request.crop)
  )
}

/** Loads the metrics of the current picture, and a preview of its uncropped source if the ratio limits cut it. */
function createPreviews(currentPicture: CurrentPicture, state: SlotState, images: Pick<ImageClient, 'view' | 'measure'>) {
  let pendingView: { readonly abort: AbortController; readonly sourceId: string } | undefined
  let measuredPicture: Blob | undefined

  async function showUncropped(): Promise<void> {
    const picture = currentPicture.current()
    state.whole = currentPicture.whole()
    if (picture === null || state.whole !== null || !isRatioCut(picture.image) || pendingView?.sourceId === picture.source.id) return
    const newView = { abort: new AbortController(), sourceId: picture.source.id }
    pendingView = newView
    const viewResult = await images.view(newView.abort.signal, picture.source.file)
    if (pendingView !== newView) return
    pendingView = undefined
    if (viewResult.ok) state.whole = currentPicture.setWhole(viewResult.value.blob)
  }

  /** Measures the picture for the pre-flight checks after it is shown, so that the display is not delayed. */
  async function measureCurrent(): Promise<void> {
    const pictureBlob = currentPicture.current()?.image.blob
    if (pictureBlob === undefined || pictureBlob === measuredPicture) return
    measuredPicture = pictureBlob
    state.metrics = null
    const metrics = await images.measure(neverAborted(), pictureBlob)
    if (metrics.ok && currentPicture.current()?.image.blob === pictureBlob) state.metrics = metrics.value
  }

  return {
    refresh(): void {
      void showUncropped()
      void measureCurrent()
    },
    /** Called when the slot's source picture changes or is removed. Cancels a running request for the preview of the previous source. */
    leave(): void {
      pendingView?.abort.abort()
      pendingView = undefined
    },
  }
}

const METADATA_RANK = { none: 0, some: 1, place: 2 } as const

/**
 * Returns the finding if it is worse than all findings that this browser has reported, otherwise 'none'. The worst finding is 'place':
 * the file contains the location of the photo.
 */
function newMetadataFinding(metadata: SourceMetadata): SourceMetadata {
  if (METADATA_RANK[metadata] <= METADATA_RANK[preferences.shownMetadataNotice]) return 'none'
  setPreference('shownMetadataNotice', metadata)
  return metadata
}
