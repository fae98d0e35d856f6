import { isStorageFailure, storageError } from '#shared/browser/record-store.ts'
import { type Store, FILE_STORE_LIMIT_MS, openStore } from '#shared/browser/open-store.ts'
import { MUSIC_RETENTION_MS } from '#shared/domain/editing-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { parseRecord, toStored, MADE_DATABASE, MUSIC_PREFIX, musicKey } from '#shared/storage/records.ts'
import { ownMusicRecord } from '#shared/storage/own-music-record.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

interface OwnMusicDeps {
  readonly store: Store
  readonly nowMs: () => number
  readonly newId: () => string
  /** The id of the current account; '' for a visitor. */
  readonly owner: () => string
}

/** Stores the music files that the user chose in a form, because a video gets its music only after the server has made it. */
export interface OwnMusicStore {
  /**
   * Stores a file and returns its id. Deletes the files of all accounts that are older than a month. Errors: `storage_full`,
   * `storage_blocked`, `storage_slow`.
   */
  save(file: Blob): Promise<Result<string>>
  /** Reads a file. After a login, it also finds the visitor's files. Errors: `media_music_gone`, `storage_blocked`, `storage_slow`. */
  read(id: string): Promise<Result<Blob>>
}

export function createOwnMusic({ store, nowMs, newId, owner }: OwnMusicDeps): OwnMusicStore {
  async function withStorageErrors<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work()
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      return fail(storageError(error))
    }
  }

  return {
    save: (file) =>
      withStorageErrors(async () => {
        const item = { id: newId(), owner: owner(), file, keptAtMs: nowMs() }
        const rows = await store.read((tx) => tx.list(MUSIC_PREFIX))
        const expiredItems = rows
          .flatMap((row) => parseRecord(ownMusicRecord, row) ?? [])
          .filter(({ keptAtMs }) => keptAtMs < item.keptAtMs - MUSIC_RETENTION_MS)
        await store.write(async (tx) => {
          for (const row of expiredItems) tx.remove(musicKey(row.owner, row.id))
          tx.put(musicKey(item.owner, item.id), toStored(ownMusicRecord, item))
        })
        return ok(item.id)
      }),
    read: (id) =>
      withStorageErrors(async () => {
        const rows = await store.read((tx) => Promise.all([owner(), ''].map((ownerId) => tx.get(musicKey(ownerId, id)))))
        const [storedItem] = rows.flatMap((row) => parseRecord(ownMusicRecord, row) ?? [])
        return storedItem === undefined ? fail({ code: 'media_music_gone', retry: 'never' }) : ok(storedItem.file)
      }),
  }
}

export const ownMusic = createOwnMusic({
  store: openStore(MADE_DATABASE, FILE_STORE_LIMIT_MS),
  nowMs: () => Date.now(),
  newId: () => crypto.randomUUID(),
  owner: storedBusinessUserId,
})
