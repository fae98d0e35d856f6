import type { PrepareStage } from '#shared/contract/image-contract.ts'
import type { CropChoice } from '#shared/domain/crop-choice.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { PrepareWish } from '#src/bridge/create-image-client.ts'
import type { PictureSlot, Refusal } from './create-state.ts'
import type { HeldPicture } from './held-picture.ts'
import { CROP_JPEG_QUALITY } from '#shared/domain/crop-choice.ts'
import { UPRIGHT } from '#shared/domain/turn.ts'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import { imageClient } from '#src/bridge/image-client.ts'
import { text } from '#src/lib/i18n.ts'
import { createState } from './create-state.ts'
import { saveDraft } from './draft-store.ts'
import { dropPicture, heldFacts, heldPicture, heldWhole, holdPicture, holdWhole } from './held-picture.ts'
import { isRatioCut } from './ratio-cut.ts'
import { tellMetadataOnce } from './tell-metadata-once.ts'

/** A slider that stands still this long has found its place, in ms. */
const MOVE_SETTLES_MS = 200

interface Viewing {
  readonly abort: AbortController
  readonly sourceId: string
}

interface Preparation extends Viewing {
  readonly wish: PrepareWish
}

let preparing: Preparation | undefined
let viewing: Viewing | undefined
/** The picture whose look is asked for, or known. */
let lookedAt: Blob | undefined
let moveTimer: ReturnType<typeof setTimeout> | undefined

/** Prepares a picked, dropped or pasted file; a new one stops the one before. A picture that is held stays until the new one is good. */
export function takePicture(file: File): Promise<void> {
  const name = file.name === '' ? text('create.pastedName') : file.name
  const source = { id: crypto.randomUUID(), file }
  return prepare({ name, source, wish: AS_IT_IS }, (stage) => ({ status: 'preparing', name, bytes: file.size, stage }))
}

/** Takes the chosen part of the source instead of what is held; null is the whole picture again. */
export function cropPicture(choice: CropChoice | null): Promise<void> {
  return rework(choice === null ? { crop: null, quality: AS_IT_IS.quality } : { crop: choice, quality: CROP_JPEG_QUALITY })
}

/** Keeps another piece of a picture that is too long for the ratio limits, once the hand rests. */
export function moveCut(part: Rect): void {
  clearTimeout(moveTimer)
  createState.movedTo = part
  moveTimer = setTimeout(() => {
    moveTimer = undefined
    void rework({ crop: { turn: UPRIGHT, part }, quality: AS_IT_IS.quality })
  }, MOVE_SETTLES_MS)
}

export function brightenPicture(isBrightened: boolean): Promise<void> {
  return rework({ isBrightened })
}

/** Stops the preparation; the picture from before it is back. */
export function stopPreparing(): void {
  preparing?.abort.abort()
  preparing = undefined
  stopMoving()
  show(null)
}

export function removePicture(): void {
  dropFormPicture()
  void saveDraft()
}

/** Takes the picture out of the form, and leaves what is stored as it is. */
export function dropFormPicture(): void {
  preparing?.abort.abort()
  preparing = undefined
  leaveFormer()
  dropPicture()
  createState.picture = { status: 'none' }
  createState.whole = null
  createState.look = null
}

/** Shows the picture that is held, unless a new one is on its way, beside the refusal of a new one that was no good. */
export function showHeld(): void {
  const { picture } = createState
  if (picture.status !== 'preparing') show(picture.status === 'refused' ? { name: picture.name, code: picture.code } : null)
}

/** A change that is still on its way is kept: the next one goes on from it. */
async function rework(change: Partial<PrepareWish>): Promise<void> {
  const held = heldPicture()
  const facts = heldFacts()
  if (held === null || facts === null) return
  const { name, source } = held
  const wish = preparing?.sourceId === source.id ? preparing.wish : held.wish
  await prepare({ name, source, wish: { ...wish, ...change } }, (rework) => ({ status: 'ready', facts, refusal: null, rework }))
}

/** Nothing that was begun with the former source goes on. */
function leaveFormer(): void {
  viewing?.abort.abort()
  viewing = undefined
  stopMoving()
  createState.layer = 'none'
}

function stopMoving(): void {
  clearTimeout(moveTimer)
  moveTimer = undefined
  createState.movedTo = null
}

async function prepare(
  { name, source, wish }: Pick<HeldPicture, 'name' | 'source' | 'wish'>,
  slotAt: (stage: PrepareStage) => PictureSlot,
): Promise<void> {
  if (heldPicture()?.source.id !== source.id) leaveFormer()
  preparing?.abort.abort()
  const mine: Preparation = { abort: new AbortController(), sourceId: source.id, wish }
  preparing = mine
  const showStage = (stage: PrepareStage) => {
    if (preparing === mine) createState.picture = slotAt(stage)
  }
  showStage('reading')
  const prepared = await imageClient.prepare(mine.abort.signal, source.file, wish, showStage)
  if (preparing !== mine) return
  preparing = undefined
  if (moveTimer === undefined) createState.movedTo = null
  if (!prepared.ok) return show({ name, code: prepared.error.code })
  holdPicture({ name, source, wish, image: prepared.value, told: toldOf(source.id, prepared.value.metadata) })
  show(null)
  void saveDraft()
}

/** What was told of a source stays told while it is worked on. */
function toldOf(sourceId: string, metadata: HeldPicture['told']): HeldPicture['told'] {
  const held = heldPicture()
  return held?.source.id === sourceId ? held.told : tellMetadataOnce(metadata)
}

async function showWhole(): Promise<void> {
  const held = heldPicture()
  createState.whole = heldWhole()
  if (held === null || createState.whole !== null || !isRatioCut(held.image) || viewing?.sourceId === held.source.id) return
  const mine: Viewing = { abort: new AbortController(), sourceId: held.source.id }
  viewing = mine
  const viewed = await imageClient.view(mine.abort.signal, held.source.file)
  if (viewing !== mine) return
  viewing = undefined
  if (viewed.ok) createState.whole = holdWhole(viewed.value.blob)
}

/** What the pre-flight judges; asked for when the picture is shown already, so that nobody waits for it. */
async function lookAtHeld(): Promise<void> {
  const picture = heldPicture()?.image.blob
  if (picture === undefined || picture === lookedAt) return
  lookedAt = picture
  createState.look = null
  const look = await imageClient.look(new AbortController().signal, picture)
  if (look.ok && heldPicture()?.image.blob === picture) createState.look = look.value
}

function show(refusal: Refusal | null): void {
  createState.picture = keptSlot(refusal)
  void showWhole()
  void lookAtHeld()
}

function keptSlot(refusal: Refusal | null): PictureSlot {
  const facts = heldFacts()
  if (facts !== null) return { status: 'ready', facts, refusal, rework: null }
  return refusal === null ? { status: 'none' } : { status: 'refused', ...refusal }
}
