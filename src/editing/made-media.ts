import type { MadeMedia } from '#shared/contract/media-contract.ts'
import { storageResult } from '#shared/browser/record-store.ts'
import { type Store, FILE_STORE_LIMIT_MS, openStore } from '#shared/browser/open-store.ts'
import { MAX_FINISH_TRIES } from '#shared/domain/editing-rules.ts'
import { OFFLINE_HEADROOM_BYTES } from '#shared/domain/offline-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { parseRecord, toStored, MADE_DATABASE, finishedKey, finishedOf, madeKey, madeMediaOf, musicOf } from '#shared/storage/records.ts'
import { type MadeItem, madeMediaRecord } from '#shared/storage/made-media-record.ts'
import { leavingAccount } from '#src/account/leave-state.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { identityReady } from '#src/hub-client/identity.ts'
import { freeBytes } from '#src/browser/storage-space.ts'

interface MadeMediaDeps {
  readonly store: Store
  readonly freeBytes: () => Promise<number | null>
  readonly nowMs: () => number
  readonly newId: () => string
  /** The id of the current account; '' for a visitor. */
  readonly owner: () => Promise<string>
  /** The account that has just logged out; null after the next login. */
  readonly leaving: () => string | null
}

export interface MadeMediaStore {
  /** The current account's results, newest first; empty if storage is blocked. */
  list(): Promise<readonly MadeItem[]>
  /** Stores a result. Errors: `storage_full`, `storage_blocked`, `storage_slow`. Nothing is deleted to make room. */
  save(made: MadeMedia, name: string, originId: string): Promise<Result<MadeItem>>
  remove(id: string): Promise<Result<null>>
  /** Returns the given videos that this device has neither finished nor tried too often. Errors: `storage_blocked`, `storage_slow`. */
  listUnfinished(taskIds: readonly string[]): Promise<Result<readonly string[]>>
  /** Counts a try. Called before the work on the video starts, because that work may crash the page. */
  noteTry(taskId: string): Promise<Result<null>>
  /** Marks a video as finished, also if it can't be finished. */
  noteFinished(taskId: string): Promise<Result<null>>
  /**
   * Called after a change of account. A login moves the visitor's results to the account. A logout deletes the account's results, its
   * music files and its records of finished videos.
   */
  changeOwner(): Promise<void>
}

export function createMadeMedia(deps: MadeMediaDeps): MadeMediaStore {
  const { store, nowMs, newId, owner, leaving } = deps

  async function itemsOf(ownerId: string): Promise<readonly MadeItem[]> {
    const rows = await store.read((tx) => tx.list(madeMediaOf(ownerId)))
    return rows.flatMap((row) => parseRecord(madeMediaRecord, row) ?? []).filter((item) => item.owner === ownerId)
  }

  async function changeOwner(): Promise<void> {
    const [ownerId, leftAccount] = [await owner(), leaving()]
    if (leftAccount !== null && leftAccount !== '' && leftAccount !== ownerId) {
      const removedKeys = await store.read(async (tx) => {
        const keys = [madeMediaOf, finishedOf, musicOf].map((prefixOf) => tx.keys(prefixOf(leftAccount)))
        return (await Promise.all(keys)).flat()
      })
      if (removedKeys.length > 0) await store.write(async (tx) => removedKeys.forEach((key) => tx.remove(key)))
    }
    if (ownerId === '') return
    const visitorItems = await itemsOf('')
    if (visitorItems.length === 0) return
    await store.write(async (tx) => {
      for (const item of visitorItems) {
        tx.remove(madeKey('', item.id))
        tx.put(madeKey(ownerId, item.id), toStored(madeMediaRecord, { ...item, owner: ownerId }))
      }
    })
  }

  async function updateTries(taskId: string, nextTries: (tries: number) => number): Promise<Result<null>> {
    const key = finishedKey(await owner(), taskId)
    return storageResult(async () => {
      await store.write(async (tx) => tx.put(key, nextTries(triesOf(await tx.get(key)))))
      return null
    })
  }

  return {
    changeOwner,
    async list() {
      const listResult = await storageResult(async () => {
        await changeOwner()
        return itemsOf(await owner())
      })
      return listResult.ok ? listResult.value.toSorted((a, b) => b.madeAtMs - a.madeAtMs) : []
    },
    async save({ blob, width, height, frames }, name, originId) {
      const freeSpaceBytes = await deps.freeBytes()
      if (freeSpaceBytes !== null && freeSpaceBytes - OFFLINE_HEADROOM_BYTES < blob.size)
        return fail({ code: 'storage_full', retry: 'never' })
      const item = { id: newId(), owner: await owner(), originId, name, blob, width, height, frames, madeAtMs: nowMs() }
      return storageResult(async () => {
        await store.write(async (tx) => tx.put(madeKey(item.owner, item.id), toStored(madeMediaRecord, item)))
        return item
      })
    },
    async listUnfinished(taskIds) {
      // A video that this device finished as a visitor counts as finished after the login too.
      const owners = [await owner(), '']
      const tries = await storageResult(() =>
        store.read((tx) =>
          Promise.all(taskIds.map((taskId) => Promise.all(owners.map((ownerId) => tx.get(finishedKey(ownerId, taskId)))))),
        ),
      )
      if (!tries.ok) return tries
      return ok(taskIds.filter((_, index) => Math.max(...(tries.value[index] ?? []).map(triesOf)) < MAX_FINISH_TRIES))
    },
    noteTry: (taskId) => updateTries(taskId, (tries) => tries + 1),
    noteFinished: (taskId) => updateTries(taskId, () => MAX_FINISH_TRIES),
    remove: (id) =>
      storageResult(async () => {
        const key = madeKey(await owner(), id)
        await store.write(async (tx) => tx.remove(key))
        return null
      }),
  }
}

function triesOf(storedValue: unknown): number {
  return typeof storedValue === 'number' ? storedValue : 0
}

export const madeMedia = createMadeMedia({
  store: openStore(MADE_DATABASE, FILE_STORE_LIMIT_MS),
  freeBytes,
  nowMs: () => Date.now(),
  newId: () => crypto.randomUUID(),
  owner: async () => hubState.identity?.businessUserId ?? (await identityReady()).businessUserId,
  leaving: leavingAccount,
})

/** Moves or deletes the stored results whenever the account changes. */
export function followMadeMedia(): void {
  const logError = (error: unknown) => console.warn('Following edited videos failed.', error)
  let lastOwnerId: string | undefined
  const handleIdentity = () => {
    const ownerId = hubState.identity?.businessUserId
    if (ownerId === lastOwnerId) return
    lastOwnerId = ownerId
    void madeMedia.changeOwner().catch(logError)
  }
  subscribeKeys(hubState, ['identity'], handleIdentity)
  handleIdentity()
}
