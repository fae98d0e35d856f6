import { isStorageFailure, storageError } from '#shared/browser/record-store.ts'
import { type Store, openStore } from '#shared/browser/open-store.ts'
import { MUSIC_KEPT_MS } from '#shared/domain/editing-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { MADE_DATABASE, musicKey, musicOf } from '#shared/storage/keys.ts'
import { ownMusicRecord } from '#shared/storage/made-media-record.ts'
import { storedBusinessUserId } from '#src/platform/cookies.ts'

interface OwnMusicDeps {
  readonly store: Store
  readonly nowMs: () => number
  readonly newId: () => string
  /** The account of this browser, '' for its visitor. */
  readonly owner: () => string
}

/** Music files that were chosen in a form, until their videos are done. */
export interface OwnMusicStore {
  /** The id of a file that is kept; the former ones go after a month. Errors: `storage_full`, `storage_blocked`. */
  keep(file: Blob): Promise<Result<string>>
  /** Null where it is gone. A login does not lose what the visitor has chosen. */
  read(id: string): Promise<Blob | null>
}

export function createOwnMusic({ store, nowMs, newId, owner }: OwnMusicDeps): OwnMusicStore {
  return {
    async keep(file) {
      const [id, whose] = [newId(), owner()]
      try {
        const rows = await store.read((tx) => tx.list(musicOf(whose)))
        const old = rows
          .flatMap((row) => parseRecord(ownMusicRecord, row) ?? [])
          .filter(({ keptAtMs }) => keptAtMs < nowMs() - MUSIC_KEPT_MS)
        await store.write(async (tx) => {
          for (const row of old) tx.remove(musicKey(whose, row.id))
          tx.put(musicKey(whose, id), toStored(ownMusicRecord, { id, owner: whose, file, keptAtMs: nowMs() }))
        })
        return ok(id)
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        return fail(storageError(error))
      }
    },
    async read(id) {
      const rows = await store.read((tx) => Promise.all([owner(), ''].map((whose) => tx.get(musicKey(whose, id)))))
      const [found] = rows.flatMap((row) => parseRecord(ownMusicRecord, row) ?? [])
      return found?.file ?? null
    },
  }
}

export const ownMusic = createOwnMusic({
  store: openStore(MADE_DATABASE),
  nowMs: () => Date.now(),
  newId: () => crypto.randomUUID(),
  owner: storedBusinessUserId,
})
