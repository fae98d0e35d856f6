import type { Draft } from '#shared/storage/draft-record.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { DRAFT_DATABASE } from '#shared/storage/keys.ts'
import { draftRecord, draftSourceRecord } from '#shared/storage/draft-record.ts'
import { UPRIGHT } from '#shared/domain/turn.ts'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'
import { createState } from './create-state.ts'
import type { HeldPicture } from './held-picture.ts'
import { heldPicture } from './held-picture.ts'

const DRAFT_KEY = 'image-to-video'
const SOURCE_KEY = 'image-to-video/source'
const SAVE_AFTER_MS = 250

const records = openRecords(DRAFT_DATABASE)
let timer: ReturnType<typeof setTimeout> | undefined
/** The source that is on the disk, so that it is written once and not with every word. */
let storedSourceId: string | null = null
/** Nothing is written over a draft, or taken away, before it was read; calls keep their order. */
let reading: Promise<unknown> = Promise.resolve()
let sourceTurn: Promise<unknown> = Promise.resolve()

interface StoredForm {
  readonly settings: Draft['settings']
  readonly picture: HeldPicture | null
}

export function readDraft(): Promise<StoredForm | undefined> {
  const read = readForm()
  reading = read
  return read
}

async function readForm(): Promise<StoredForm | undefined> {
  const [draft, source] = await Promise.all([records.read(DRAFT_KEY, draftRecord), records.read(SOURCE_KEY, draftSourceRecord)])
  storedSourceId = source?.id ?? null
  if (draft === undefined || !isOfSomebodyHere(draft.owner)) return undefined
  const { settings, picture } = draft
  if (picture === null) return { settings, picture }
  if (source?.id !== picture.sourceId) return { settings, picture: withoutSource(picture) }
  const { name, wish, image } = picture
  return { settings, picture: { name, wish, image, source, told: 'none' } }
}

/** A visitor's draft is whoever's is here next; an account's waits for its account. */
function isOfSomebodyHere(owner: string): boolean {
  return owner === '' || owner === storedBusinessUserId()
}

/** What is left to work on is the prepared picture itself. */
function withoutSource({ name, sourceId, image }: NonNullable<Draft['picture']>): HeldPicture {
  const { blob, width, height } = image
  const asSource = { sourceBytes: blob.size, sourceWidth: width, sourceHeight: height, turn: UPRIGHT, cut: null }
  return { name, wish: AS_IT_IS, image: { ...image, ...asSource }, source: { id: sourceId, file: blob }, told: 'none' }
}

/** Writes the form as it stands, once the hand rests; at once when the page goes away, though that may come too late. */
export function saveDraftSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void saveDraft(), SAVE_AFTER_MS)
}

export function saveDraftOnLeave(): () => void {
  const saveNow = () => timer !== undefined && void saveDraft()
  addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', saveNow)
  return () => {
    removeEventListener('pagehide', saveNow)
    document.removeEventListener('visibilitychange', saveNow)
  }
}

/** Nothing more of the form is written until it changes again. */
export function keepDraftAsStored(): void {
  clearTimeout(timer)
  timer = undefined
}

/** Takes the draft off the device; the picture of the form has to be dropped before. */
export async function forgetDraft(): Promise<void> {
  keepDraftAsStored()
  await reading
  await Promise.all([records.remove(DRAFT_KEY), inTurn(removeSource)])
}

/** Writes the form as it stands. */
export async function saveDraft(): Promise<void> {
  keepDraftAsStored()
  const owner = storedBusinessUserId()
  await reading
  const held = heldPicture()
  const picture = held === null ? null : { name: held.name, sourceId: held.source.id, wish: held.wish, image: held.image }
  const write = () => records.write(DRAFT_KEY, draftRecord, { owner, settings: { ...createState.settings }, picture })
  let written = await write()
  if (!written.ok && storedSourceId !== null) {
    await inTurn(removeSource)
    written = await write()
  }
  pageStorage.problem = written.ok ? null : written.error.code
  await inTurn(saveSource)
}

/** The source of the picture that is held by now; one that finds no room is done without: the prepared picture is what counts. */
async function saveSource(): Promise<void> {
  const source = heldPicture()?.source ?? null
  if ((source?.id ?? null) === storedSourceId) return
  await removeSource()
  if (source === null) return
  storedSourceId = source.id
  await records.write(SOURCE_KEY, draftSourceRecord, source)
}

async function removeSource(): Promise<void> {
  storedSourceId = null
  await records.remove(SOURCE_KEY)
}

function inTurn(change: () => Promise<void>): Promise<void> {
  const turn = sourceTurn.then(change, change)
  sourceTurn = turn
  return turn
}
