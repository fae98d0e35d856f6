import type { StoredRecord } from '#shared/storage/define-record.ts'
import type { Result } from '#shared/result.ts'
import { del, get, set } from 'idb-keyval'
import { openStore } from '#shared/browser/open-store.ts'
import { fail, ok } from '#shared/result.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'

/** Versioned records of one database. */
export interface RecordStore {
  /** The record, or undefined when there is none, it is broken, or storage is blocked. Never throws. */
  read<T>(key: string, record: StoredRecord<T>): Promise<T | undefined>
  /** Errors: `storage_full`, `storage_blocked`. */
  write<T>(key: string, record: StoredRecord<T>, data: T): Promise<Result<null>>
  remove(key: string): Promise<Result<null>>
}

/** Opens a database as a set of versioned records. */
export function openRecords(database: string): RecordStore {
  const store = openStore(database)
  return {
    async read(key, record) {
      try {
        return parseRecord(record, await get(key, store))
      } catch {
        return undefined
      }
    },
    write: (key, record, data) => attempt(() => set(key, toStored(record, data), store)),
    remove: (key) => attempt(() => del(key, store)),
  }
}

async function attempt(write: () => Promise<void>): Promise<Result<null>> {
  try {
    await write()
    return ok(null)
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    return fail({ code: isFull ? 'storage_full' : 'storage_blocked', retry: 'never', detail: String(error) })
  }
}
