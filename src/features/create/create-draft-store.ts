import type { PicturePlace } from '#shared/contract/commit-contract.ts'
import type { Draft } from '#shared/storage/draft-record.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { DRAFT_DATABASE } from '#shared/storage/keys.ts'
import { draftRecord, draftSourceRecord } from '#shared/storage/draft-record.ts'
import { UPRIGHT } from '#shared/domain/turn.ts'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'
import type { HeldPicture } from './create-holding.ts'

const SAVE_AFTER_MS = 250
const SOURCE_KEYS = { first: 'source', last: 'last-source' } as const satisfies Record<PicturePlace, string>

const records = openRecords(DRAFT_DATABASE)

interface StoredForm {
  readonly settings: Draft['settings']
  /** One for each desk. */
  readonly pictures: readonly (HeldPicture | null)[]
}

interface DraftDesk {
  readonly place: PicturePlace
  readonly held: () => HeldPicture | null
}

export interface DraftStoreOptions {
  readonly key: string
  readonly settings: () => Draft['settings']
  readonly desks: readonly DraftDesk[]
}

/** What is stored of one form. Nothing is written over a draft, or taken away, before it was read; calls keep their order. */
export interface DraftStore {
  readonly read: () => Promise<StoredForm | undefined>
  /** Writes the form as it stands. */
  readonly save: () => Promise<void>
  /** Writes the form once the hand rests; at once when the page goes away, though that may come too late. */
  readonly saveSoon: () => void
  readonly saveOnLeave: () => () => void
  /** Nothing more of the form is written until it changes again. */
  readonly keepAsStored: () => void
  /** Takes the draft off the device; the pictures of the form have to be dropped before. */
  readonly forget: () => Promise<void>
}

export function createDraftStore({ key, settings, desks }: DraftStoreOptions): DraftStore {
  const sources = desks.map((desk) => createSourceFile(`${key}/${SOURCE_KEYS[desk.place]}`, desk))
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: Promise<unknown> = Promise.resolve()

  async function readForm(): Promise<StoredForm | undefined> {
    const [draft, ...files] = await Promise.all([records.read(key, draftRecord), ...sources.map((source) => source.read())])
    if (draft === undefined || !isOfSomebodyHere(draft.owner)) return undefined
    return { settings: draft.settings, pictures: files.map((file, place) => asHeld(draft.pictures[place] ?? null, file)) }
  }

  function keepAsStored(): void {
    clearTimeout(timer)
    timer = undefined
  }

  async function save(): Promise<void> {
    keepAsStored()
    const owner = storedBusinessUserId()
    await reading
    const draft = { owner, settings: settings(), pictures: desks.map(({ held }) => asStored(held())) }
    const write = () => records.write(key, draftRecord, draft)
    let written = await write()
    if (!written.ok && sources.some(({ isStored }) => isStored())) {
      await Promise.all(sources.map(({ remove }) => remove()))
      written = await write()
    }
    pageStorage.problem = written.ok ? null : written.error.code
    for (const source of sources) await source.save()
  }

  return {
    read() {
      const read = readForm()
      reading = read
      return read
    },
    save,
    saveSoon() {
      clearTimeout(timer)
      timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    },
    saveOnLeave() {
      const saveNow = () => timer !== undefined && void save()
      addEventListener('pagehide', saveNow)
      document.addEventListener('visibilitychange', saveNow)
      return () => {
        removeEventListener('pagehide', saveNow)
        document.removeEventListener('visibilitychange', saveNow)
      }
    },
    keepAsStored,
    async forget() {
      keepAsStored()
      await reading
      await Promise.all([records.remove(key), ...sources.map(({ remove }) => remove())])
    },
  }
}

/** The stored source of one picture, written once and not with every word. */
function createSourceFile(key: string, { held }: DraftDesk) {
  let storedId: string | null = null
  let turn: Promise<unknown> = Promise.resolve()

  async function removeNow(): Promise<void> {
    storedId = null
    await records.remove(key)
  }

  /** The source of the picture that is held by now; one that finds no room is done without: the prepared picture is what counts. */
  async function saveNow(): Promise<void> {
    const source = held()?.source ?? null
    if ((source?.id ?? null) === storedId) return
    await removeNow()
    if (source === null) return
    storedId = source.id
    await records.write(key, draftSourceRecord, source)
  }

  function inTurn(change: () => Promise<void>): Promise<void> {
    const mine = turn.then(change, change)
    turn = mine
    return mine
  }

  return {
    async read() {
      const source = await records.read(key, draftSourceRecord)
      storedId = source?.id ?? null
      return source
    },
    isStored: () => storedId !== null,
    save: () => inTurn(saveNow),
    remove: () => inTurn(removeNow),
  }
}

/** A visitor's draft is whoever's is here next; an account's waits for its account. */
function isOfSomebodyHere(owner: string): boolean {
  return owner === '' || owner === storedBusinessUserId()
}

type StoredPicture = NonNullable<Draft['pictures'][number]>

function asStored(held: HeldPicture | null): StoredPicture | null {
  return held === null ? null : { name: held.name, sourceId: held.source.id, wish: held.wish, image: held.image }
}

function asHeld(picture: StoredPicture | null, source: HeldPicture['source'] | undefined): HeldPicture | null {
  if (picture === null) return null
  const { name, sourceId, wish, image } = picture
  return source?.id === sourceId ? { name, wish, image, source, told: 'none' } : withoutSource(picture)
}

/** What is left to work on is the prepared picture itself. */
function withoutSource({ name, sourceId, image }: StoredPicture): HeldPicture {
  const { blob, width, height } = image
  const asSource = { sourceBytes: blob.size, sourceWidth: width, sourceHeight: height, turn: UPRIGHT, cut: null }
  return { name, wish: AS_IT_IS, image: { ...image, ...asSource }, source: { id: sourceId, file: blob }, told: 'none' }
}
