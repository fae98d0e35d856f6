import type { PictureRole } from '#shared/contract/commit-contract.ts'
import { type Draft, draftRecord, draftSourceRecord } from '#shared/storage/draft-record.ts'
import { type RecordStore, SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { createTurns } from '#shared/create-turns.ts'
import { type Result, ok } from '#shared/result.ts'
import { draftKey } from '#shared/storage/records.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { pageStorage } from '#src/browser/storage-space.ts'
import type { FormPicture } from './current-picture.ts'
import { mergeDraft, mergeSettings, pictureKey, forgetUnsaved, storeUnsaved, consumeUnsaved } from './draft-sync.ts'

const SAVE_AFTER_MS = 250
const SOURCE_KEYS = { first: 'source', last: 'last-source' } as const satisfies Record<PictureRole, string>

interface StoredForm {
  readonly settings: Draft['settings']
  /** One entry per picture slot of the form; null for an empty slot. */
  readonly pictures: readonly (FormPicture | null)[]
}

interface DraftPicture {
  readonly role: PictureRole
  readonly current: () => FormPicture | null
}

interface DraftStoreOptions {
  readonly key: string
  /** The account that owns the form's content; '' for a visitor. */
  readonly owner: () => string
  readonly settings: () => Draft['settings']
  readonly slots: readonly DraftPicture[]
}

/**
 * The stored draft of one form, per account. A draft is read before it is overwritten or deleted, and calls run in
 * order. With the form open in two tabs, each writes only the fields that it changed.
 */
export interface DraftStore {
  /**
   * Reads the current account's draft; undefined if there is none or the account changes meanwhile. A visitor's draft moves to the
   * account.
   */
  readonly read: () => Promise<StoredForm | undefined>
  readonly save: () => Promise<Result<null>>
  /**
   * Stores the form after a pause in typing, or at once when the page is hidden. The settings are also stored for this tab, because the
   * page may end before the database write.
   */
  readonly saveSoon: () => void
  readonly saveOnLeave: () => () => void
  /** Runs a delayed save at once, and returns the result of the last save. Errors: `storage_full`, `storage_blocked`, `storage_slow`. */
  readonly flush: () => Promise<Result<null>>
  /** Stops saving until the form changes again. */
  readonly suspendSaving: () => void
  /** Deletes an account's draft from the device. The caller must drop the form's pictures first. */
  readonly forget: (account: string) => Promise<void>
}

export function createDraftStore({ key, owner, settings, slots }: DraftStoreOptions, records: RecordStore): DraftStore {
  const rowKey = (of: string) => draftKey(key, of)
  const sources = slots.map((slot) => createSourceFile(records, (of) => `${rowKey(of)}/${SOURCE_KEYS[slot.role]}`, owner, slot))
  const blank = formNow('')
  /** The drafts that this tab wrote last or has read since. A field that differs from all of them was changed in this tab. */
  let known: readonly Draft[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: Promise<unknown> = Promise.resolve()
  let isStored = true

  function formNow(of: string): Draft {
    return { owner: of, settings: settings(), pictures: slots.map(({ current }) => asStored(current())) }
  }

  function knownOf(of: string): readonly Draft[] {
    const own = known.filter((draft) => draft.owner === of)
    return own.length === 0 ? [blank] : own
  }

  async function readForm(): Promise<StoredForm | undefined> {
    const here = owner()
    const form = await readFormOf(here)
    if (owner() !== here) return undefined
    known = [...known.filter((draft) => draft.owner === here), form === undefined ? { ...blank, owner: here } : asDraft(here, form)]
    const unsaved = consumeUnsaved(rowKey(here))
    if (unsaved === undefined) return form
    saveSoon()
    const settings = form === undefined ? unsaved.settings : mergeSettings(unsaved.known, unsaved.settings, form.settings)
    return { settings, pictures: form?.pictures ?? slots.map(() => null) }
  }

  async function readFormOf(here: string): Promise<StoredForm | undefined> {
    const visitors = here === '' ? undefined : await readRow('', here)
    const own = await readRow(here, here)
    if (visitors === undefined) return own
    const form = joined(visitors, own)
    await adopt(here, form)
    return form
  }

  async function readRow(of: string, here: string): Promise<StoredForm | undefined> {
    const [draft, ...files] = await Promise.all([records.read(rowKey(of), draftRecord), ...sources.map((source) => source.read(of))])
    if (draft === undefined || (draft.owner !== '' && draft.owner !== here)) return undefined
    return { settings: draft.settings, pictures: files.map((file, index) => toFormPicture(draft.pictures[index] ?? null, file)) }
  }

  /** Moves a visitor's draft to the account. If the move is interrupted, the next read repeats it. */
  async function adopt(account: string, form: StoredForm): Promise<void> {
    const written = await records.write(rowKey(account), draftRecord, asDraft(account, form))
    if (!written.ok) return
    await Promise.all(sources.map((source, index) => source.put(account, form.pictures[index]?.source ?? null)))
    await forgetRow('')
  }

  async function forgetRow(of: string): Promise<void> {
    await Promise.all([records.remove(rowKey(of)), ...sources.map(({ remove }) => remove(of))])
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  let written: Promise<Result<null>> = Promise.resolve(ok(null))

  function save(): Promise<Result<null>> {
    stopTimer()
    isStored = false
    const mine = owner()
    const saved: Promise<Result<null>> = written.then(() => writeAndNote(mine, () => saved === written && timer === undefined))
    written = saved
    return saved
  }

  async function writeAndNote(mine: string, isLast: () => boolean): Promise<Result<null>> {
    const result = await write(mine)
    if (!result.ok || !isLast()) return result
    isStored = true
    forgetUnsaved(rowKey(mine))
    return result
  }

  function saveSoon(): void {
    stopTimer()
    isStored = false
    timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }

  function leave(): void {
    if (isStored) return
    const here = owner()
    storeUnsaved(rowKey(here), { settings: settings(), known: knownOf(here).map((draft) => draft.settings) })
    if (timer !== undefined) void save()
  }

  async function write(mine: string): Promise<Result<null>> {
    await reading
    if (owner() !== mine) return ok(null)
    const form = formNow(mine)
    const before = knownOf(mine)
    let draft = form
    const writeRow = () =>
      records.update(rowKey(mine), draftRecord, (stored) => {
        draft = stored?.owner === mine ? mergeDraft(before, form, stored) : form
        return draft
      })
    let row = await writeRow()
    const isSlow = !row.ok && row.error.code === 'storage_slow'
    if (!row.ok && !isSlow && sources.some(({ isStored }) => isStored(mine))) {
      await Promise.all(sources.map(({ remove }) => remove(mine)))
      row = await writeRow()
    }
    pageStorage.problem = row.ok ? null : row.error.code
    if (isSlow) timer ??= setTimeout(() => void save(), SLOW_STORAGE_RETRY_MS)
    if (row.ok && owner() === mine) known = [form]
    for (const [index, source] of sources.entries()) {
      if (pictureKey(draft.pictures[index]) === pictureKey(form.pictures[index])) await source.save(mine)
      // Another tab stored this picture and its source.
      else await source.read(mine)
    }
    return row
  }

  function suspendSaving(): void {
    stopTimer()
    isStored = true
  }

  return {
    read() {
      const read = reading.then(readForm, readForm)
      reading = read
      return read
    },
    save,
    saveSoon,
    saveOnLeave() {
      addEventListener('pagehide', leave)
      document.addEventListener('visibilitychange', leave)
      return () => {
        removeEventListener('pagehide', leave)
        document.removeEventListener('visibilitychange', leave)
      }
    },
    flush: () => (timer === undefined ? written : save()),
    suspendSaving,
    async forget(account) {
      suspendSaving()
      for (const of of ['', account]) forgetUnsaved(rowKey(of))
      await reading
      await Promise.all(['', account].map(forgetRow))
    },
  }
}

/** The stored source file of one picture. It is written once, not with every change of the picture. */
function createSourceFile(records: RecordStore, keyOf: (of: string) => string, owner: () => string, { current }: DraftPicture) {
  /** The account that owns the stored file, and the id of its source; null if no file is stored. */
  let stored: { readonly of: string; readonly id: string | null } | null = null
  const inTurn = createTurns()

  const isStored = (of: string, id: string | null) => stored?.of === of && stored.id === id

  async function putNow(of: string, source: FormPicture['source'] | null): Promise<void> {
    if (isStored(of, source?.id ?? null)) return
    stored = { of, id: null }
    await records.remove(keyOf(of))
    if (source === null) return
    stored = { of, id: source.id }
    await records.write(keyOf(of), draftSourceRecord, source)
  }

  return {
    async read(of: string) {
      const source = await records.read(keyOf(of), draftSourceRecord)
      stored = { of, id: source?.id ?? null }
      return source
    },
    isStored: (of: string) => stored?.of === of && stored.id !== null,
    /**
     * Stores the current picture's source. If the space is not sufficient, the source is not stored: the form needs only the prepared
     * picture.
     */
    save: (of: string) => inTurn(async () => (owner() === of ? putNow(of, current()?.source ?? null) : undefined)),
    put: (of: string, source: FormPicture['source'] | null) => inTurn(() => putNow(of, source)),
    remove: (of: string) =>
      inTurn(async () => {
        if (stored?.of === of) stored = { of, id: null }
        await records.remove(keyOf(of))
      }),
  }
}

/**
 * Merges a visitor's draft with the account's own draft. Where the visitor's draft has no prompt or no picture, the own draft's is used.
 */
function joined(visitors: StoredForm, own: StoredForm | undefined): StoredForm {
  if (own === undefined) return visitors
  const pictures = visitors.pictures.map((picture, index) => picture ?? own.pictures[index] ?? null)
  return { settings: visitors.settings.prompt === '' ? own.settings : visitors.settings, pictures }
}

function asDraft(owner: string, { settings, pictures }: StoredForm): Draft {
  return { owner, settings, pictures: pictures.map(asStored) }
}

type StoredPicture = NonNullable<Draft['pictures'][number]>

function asStored(current: FormPicture | null): StoredPicture | null {
  return current === null ? null : { name: current.name, sourceId: current.source.id, wish: current.request, image: current.image }
}

function toFormPicture(picture: StoredPicture | null, source: FormPicture['source'] | undefined): FormPicture | null {
  if (picture === null) return null
  const { name, sourceId, wish: request, image } = picture
  return source?.id === sourceId ? { name, request, image, source, removedMetadata: 'none' } : withoutSource(picture)
}

/** Uses the prepared picture as its own source if the source file is missing, so that it can still be edited. */
function withoutSource({ name, sourceId, image }: StoredPicture): FormPicture {
  const { blob, width, height } = image
  const asSource = { sourceBytes: blob.size, sourceWidth: width, sourceHeight: height, turn: UPRIGHT, cut: null }
  return {
    name,
    request: { ...AS_IT_IS, isPrepared: true },
    image: { ...image, ...asSource },
    source: { id: sourceId, file: blob },
    removedMetadata: 'none',
  }
}
