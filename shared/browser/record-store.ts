import { type StoredRecord, parseRecord, toStored } from '#shared/storage/records.ts'
import { type AppError, type Result, type StorageProblem, fail, ok } from '#shared/result.ts'
import { openStore } from './open-store.ts'

interface StorageError extends AppError {
  readonly code: StorageProblem
}

/** Versioned records of one database. */
export interface RecordStore {
  /** The record; undefined if it is missing or broken, or storage is blocked. Never throws. */
  read<T>(key: string, record: StoredRecord<T>): Promise<T | undefined>
  /** Errors: `storage_full`, `storage_blocked`, `storage_slow`. */
  write<T>(key: string, record: StoredRecord<T>, data: T): Promise<Result<null, StorageError>>
  /** Writes the result of `change` for the stored record; no other tab writes in between. Errors: those of `write`. */
  update<T>(key: string, record: StoredRecord<T>, change: (stored: T | undefined) => T): Promise<Result<null, StorageError>>
  remove(key: string): Promise<Result<null, StorageError>>
}

/** Opens a database as a set of versioned records; for `limitMs` see `openStore`. */
export function openRecords(database: string, limitMs?: number): RecordStore {
  const store = openStore(database, limitMs)
  return {
    async read(key, record) {
      try {
        return parseRecord(record, await store.read((tx) => tx.get(key)))
      } catch {
        return undefined
      }
    },
    write: (key, record, data) => writeResult(() => store.write(async (tx) => tx.put(key, toStored(record, data)))),
    update: (key, record, change) =>
      writeResult(() => store.write(async (tx) => tx.put(key, toStored(record, change(parseRecord(record, await tx.get(key))))))),
    remove: (key) => writeResult(() => store.write(async (tx) => tx.remove(key))),
  }
}

async function writeResult(write: () => Promise<void>): Promise<Result<null, StorageError>> {
  try {
    await write()
    return ok(null)
  } catch (error) {
    return fail(storageError(error))
  }
}

const BUG_ERROR_NAMES = new Set(['DataCloneError', 'DataError', 'ReadOnlyError', 'TransactionInactiveError'])

/** The pause before the retry of a write that was too slow, in ms. */
export const SLOW_STORAGE_RETRY_MS = 5000

/** Whether the browser's storage failed, not the calling code. */
export function isStorageFailure(error: unknown): boolean {
  return error instanceof DOMException && !BUG_ERROR_NAMES.has(error.name)
}

/** Why this device's storage failed. `storage_slow` is temporary: the caller repeats the work after `SLOW_STORAGE_RETRY_MS`. */
export function storageError(error: unknown): StorageError {
  const code = problemOf(error instanceof DOMException ? error.name : '')
  return { code, retry: code === 'storage_slow' ? 'later' : 'never', detail: String(error) }
}

/** The result of work with the browser's storage. Bugs in the work throw. */
export async function storageResult<T>(work: () => Promise<T>): Promise<Result<T, StorageError>> {
  try {
    return ok(await work())
  } catch (error) {
    if (!isStorageFailure(error)) throw error
    return fail(storageError(error))
  }
}

/** Whether the storage did not answer in time, which is temporary. */
export function isSlowStorage(error: unknown): boolean {
  return isStorageFailure(error) && storageError(error).code === 'storage_slow'
}

function problemOf(name: string): StorageProblem {
  if (name === 'QuotaExceededError') return 'storage_full'
  return name === 'TimeoutError' ? 'storage_slow' : 'storage_blocked'
}
