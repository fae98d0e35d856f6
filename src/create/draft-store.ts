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
  /** Starts or restarts the timer that saves the form after a pause in typing. */
  readonly saveSoon: () => void
  /**
   * From now on, when the page is hidden or ends: runs a delayed save at once, and stores the settings of an unsaved form in the tab's
   * session storage, because the page may end before the database write. The returned function ends this.
   */
  readonly saveOnLeave: () => () => void
  /** Runs a delayed save at once, and returns the result of the last save. Errors: `storage_full`, `storage_blocked`, `storage_slow`. */
  readonly flush: () => Promise<Result<null>>
  /** Stops saving until the form changes again. */
  readonly suspendSaving: () => void
  /** Deletes the drafts of the account and of a visitor from the device. The caller must drop the form's pictures first. */
  readonly forget: (account: string) => Promise<void>
}

export function createDraftStore({ key, owner, settings, slots }: DraftStoreOptions, records: RecordStore): DraftStore {
  const rowKey = (account: string) => draftKey(key, account)
  const sourceFiles = slots.map((slot) =>
    createSourceFile(records, (account) => `${rowKey(account)}/${SOURCE_KEYS[slot.role]}`, owner, slot),
  )
  const emptyDraft = currentDraft('')
  /**
   * The last draft that this tab wrote, and the drafts that it has read since. A field that differs from all of them was changed in this
   * tab.
   */
  let knownDrafts: readonly Draft[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRead: Promise<unknown> = Promise.resolve()
  let isFormStored = true

  function currentDraft(account: string): Draft {
    return { owner: account, settings: settings(), pictures: slots.map(({ current }) => toStoredPicture(current())) }
  }

  function knownDraftsOf(account: string): readonly Draft[] {
    const ownDrafts = knownDrafts.filter((draft) => draft.owner === account)
    return ownDrafts.length === 0 ? [emptyDraft] : ownDrafts
  }

  async function readForm(): Promise<StoredForm | undefined> {
    const account = owner()
    const form = await readFormOf(account)
    if (owner() !== account) return undefined
    knownDrafts = [
      ...knownDrafts.filter((draft) => draft.owner === account),
      form === undefined ? { ...emptyDraft, owner: account } : toDraft(account, form),
    ]
    const unsavedForm = consumeUnsaved(rowKey(account))
    if (unsavedForm === undefined) return form
    saveSoon()
    const settings = form === undefined ? unsavedForm.settings : mergeSettings(unsavedForm.known, unsavedForm.settings, form.settings)
    return { settings, pictures: form?.pictures ?? slots.map(() => null) }
  }

  async function readFormOf(account: string): Promise<StoredForm | undefined> {
    const visitorForm = account === '' ? undefined : await readRow('', account)
    const ownForm = await readRow(account, account)
    if (visitorForm === undefined) return ownForm
    const form = joinForms(visitorForm, ownForm)
    await adopt(account, form)
    return form
  }

  async function readRow(account: string, currentAccount: string): Promise<StoredForm | undefined> {
    const [draft, ...files] = await Promise.all([
      records.read(rowKey(account), draftRecord),
      ...sourceFiles.map((source) => source.read(account)),
    ])
    if (draft === undefined || (draft.owner !== '' && draft.owner !== currentAccount)) return undefined
    return { settings: draft.settings, pictures: files.map((file, index) => toFormPicture(draft.pictures[index] ?? null, file)) }
  }

  /** Moves a visitor's draft to the account. If the move is interrupted, the next read repeats it. */
  async function adopt(account: string, form: StoredForm): Promise<void> {
    const writeResult = await records.write(rowKey(account), draftRecord, toDraft(account, form))
    if (!writeResult.ok) return
    await Promise.all(sourceFiles.map((source, index) => source.put(account, form.pictures[index]?.source ?? null)))
    await forgetRow('')
  }

  async function forgetRow(account: string): Promise<void> {
    await Promise.all([records.remove(rowKey(account)), ...sourceFiles.map(({ remove }) => remove(account))])
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  let lastWrite: Promise<Result<null>> = Promise.resolve(ok(null))

  function save(): Promise<Result<null>> {
    stopTimer()
    isFormStored = false
    const account = owner()
    const newWrite: Promise<Result<null>> = lastWrite.then(() =>
      writeAndMarkStored(account, () => newWrite === lastWrite && timer === undefined),
    )
    lastWrite = newWrite
    return newWrite
  }

  async function writeAndMarkStored(account: string, isLast: () => boolean): Promise<Result<null>> {
    const result = await write(account)
    if (!result.ok || !isLast()) return result
    isFormStored = true
    forgetUnsaved(rowKey(account))
    return result
  }

  function saveSoon(): void {
    stopTimer()
    isFormStored = false
    timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }

  function storeUnsavedForm(): void {
    if (isFormStored) return
    const account = owner()
    storeUnsaved(rowKey(account), { settings: settings(), known: knownDraftsOf(account).map((draft) => draft.settings) })
    if (timer !== undefined) void save()
  }

  async function write(account: string): Promise<Result<null>> {
    await lastRead
    if (owner() !== account) return ok(null)
    const form = currentDraft(account)
    const formerDrafts = knownDraftsOf(account)
    let draft = form
    const writeRow = () =>
      records.update(rowKey(account), draftRecord, (storedDraft) => {
        draft = storedDraft?.owner === account ? mergeDraft(formerDrafts, form, storedDraft) : form
        return draft
      })
    let writeResult = await writeRow()
    const isSlow = !writeResult.ok && writeResult.error.code === 'storage_slow'
    if (!writeResult.ok && !isSlow && sourceFiles.some(({ hasSource }) => hasSource(account))) {
      await Promise.all(sourceFiles.map(({ remove }) => remove(account)))
      writeResult = await writeRow()
    }
    pageStorage.problem = writeResult.ok ? null : writeResult.error.code
    if (isSlow) timer ??= setTimeout(() => void save(), SLOW_STORAGE_RETRY_MS)
    if (writeResult.ok && owner() === account) knownDrafts = [form]
    for (const [index, source] of sourceFiles.entries()) {
      if (pictureKey(draft.pictures[index]) === pictureKey(form.pictures[index])) await source.save(account)
      // Another tab stored this picture and its source.
      else await source.read(account)
    }
    return writeResult
  }

  function suspendSaving(): void {
    stopTimer()
    isFormStored = true
  }

  return {
    read() {
      const newRead = lastRead.then(readForm, readForm)
      lastRead = newRead
      return newRead
    },
    save,
    saveSoon,
    saveOnLeave() {
      addEventListener('pagehide', storeUnsavedForm)
      document.addEventListener('visibilitychange', storeUnsavedForm)
      return () => {
        removeEventListener('pagehide', storeUnsavedForm)
        document.removeEventListener('visibilitychange', storeUnsavedForm)
      }
    },
    flush: () => (timer === undefined ? lastWrite : save()),
    suspendSaving,
    async forget(account) {
      suspendSaving()
      for (const rowOwner of ['', account]) forgetUnsaved(rowKey(rowOwner))
      await lastRead
      await Promise.all(['', account].map(forgetRow))
    },
  }
}

/** The stored source file of one picture. It is written once, not with every change of the picture. */
function createSourceFile(records: RecordStore, keyOf: (account: string) => string, owner: () => string, { current }: DraftPicture) {
  /** The account that owns the stored file, and the id of its source; null if no file is stored. */
  let storedSource: { readonly account: string; readonly id: string | null } | null = null
  const runInTurn = createTurns()

  const isSameSource = (account: string, id: string | null) => storedSource?.account === account && storedSource.id === id

  async function writeSource(account: string, source: FormPicture['source'] | null): Promise<void> {
    if (isSameSource(account, source?.id ?? null)) return
    storedSource = { account, id: null }
    await records.remove(keyOf(account))
    if (source === null) return
    storedSource = { account, id: source.id }
    await records.write(keyOf(account), draftSourceRecord, source)
  }

  return {
    async read(account: string) {
      const source = await records.read(keyOf(account), draftSourceRecord)
      storedSource = { account, id: source?.id ?? null }
      return source
    },
    hasSource: (account: string) => storedSource?.account === account && storedSource.id !== null,
    /**
     * Stores the current picture's source. If the space is not sufficient, the source is not stored: the form needs only the prepared
     * picture.
     */
    save: (account: string) => runInTurn(async () => (owner() === account ? writeSource(account, current()?.source ?? null) : undefined)),
    put: (account: string, source: FormPicture['source'] | null) => runInTurn(() => writeSource(account, source)),
    remove: (account: string) =>
      runInTurn(async () => {
        if (storedSource?.account === account) storedSource = { account, id: null }
        await records.remove(keyOf(account))
      }),
  }
}

/**
 * Merges a visitor's draft with the account's draft. If the visitor's draft has no prompt, the account's settings are used. If it lacks a
 * picture, the account's picture is used.
 */
function joinForms(visitorForm: StoredForm, ownForm: StoredForm | undefined): StoredForm {
  if (ownForm === undefined) return visitorForm
  const pictures = visitorForm.pictures.map((picture, index) => picture ?? ownForm.pictures[index] ?? null)
  return { settings: visitorForm.settings.prompt === '' ? ownForm.settings : visitorForm.settings, pictures }
}

function toDraft(owner: string, { settings, pictures }: StoredForm): Draft {
  return { owner, settings, pictures: pictures.map(toStoredPicture) }
}

type StoredPicture = NonNullable<Draft['pictures'][number]>

function toStoredPicture(picture: FormPicture | null): StoredPicture | null {
  return picture === null ? null : { name: picture.name, sourceId: picture.source.id, wish: picture.request, image: picture.image }
}

function toFormPicture(picture: StoredPicture | null, source: FormPicture['source'] | undefined): FormPicture | null {
  if (picture === null) return null
  const { name, sourceId, wish: request, image } = picture
  return source?.id === sourceId ? { name, request, image, source, removedMetadata: 'none' } : withoutSource(picture)
}

/** Uses the prepared picture as its own source if the source file is missing, so that it can still be edited. */
function withoutSource({ name, sourceId, image }: StoredPicture): FormPicture {
  const { blob, width, height } = image
  const sourceFacts = { sourceBytes: blob.size, sourceWidth: width, sourceHeight: height, turn: UPRIGHT, cut: null }
  return {
    name,
    request: { ...AS_IT_IS, isPrepared: true },
    image: { ...image, ...sourceFacts },
    source: { id: sourceId, file: blob },
    removedMetadata: 'none',
  }
}
