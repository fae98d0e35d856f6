import type { UseStore } from 'idb-keyval'
import { createStore, promisifyRequest } from 'idb-keyval'

const STORE_NAME = 'records'

/** What can be done inside one transaction. Nothing but these calls may be awaited there. */
export interface StoreTransaction {
  /** The disk can't be read just now: what seems to be missing may be there. */
  readonly isBlind?: boolean
  get(key: string): Promise<unknown>
  /** All values whose keys begin with the prefix, in the order of their keys. */
  list(prefix: string): Promise<unknown[]>
  /** Their keys, in the same order. */
  keys(prefix: string): Promise<string[]>
  put(key: string, value: unknown): void
  remove(key: string): void
}

export interface Store {
  read<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** Resolves when the transaction has ended well, not before; rejects and changes nothing when `run` or the browser fails. */
  write<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T>
}

/** What a transaction may take, its opening included. One that takes longer stands still: WebKit's do when a page that shares the database was stopped in the middle of one. */
export const STORE_LIMIT_MS = 4000
/** What the next ones may take until one has ended well. */
export const STORE_LIMIT_AGAIN_MS = 500

/** One database with one store of records. A connection that failed to open, was closed by the browser or stands still is opened again at the next use. */
export function openStore(database: string): Store {
  let connection: UseStore | undefined
  let limitMs = STORE_LIMIT_MS

  async function transact<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    connection ??= createStore(database, STORE_NAME)
    let transaction: IDBTransaction | undefined
    let isLate = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLate = true
        limitMs = STORE_LIMIT_AGAIN_MS
        giveUp(transaction)
        reject(new DOMException('The database of this browser does not answer.', 'TimeoutError'))
      }, limitMs)
    })
    const done = connection(mode, (store) => {
      transaction = store.transaction
      if (!isLate) return run(store)
      giveUp(transaction)
      throw new DOMException('The database was opened too late.', 'TimeoutError')
    })
    try {
      const result = await Promise.race([done, limit])
      limitMs = STORE_LIMIT_MS
      return result
    } catch (error) {
      if (error instanceof DOMException) connection = undefined
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async function again<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      const wasClosed = error instanceof DOMException && error.name === 'InvalidStateError'
      if (!wasClosed) throw error
      return attempt()
    }
  }

  return {
    read: (run) => again(() => transact('readonly', (store) => run(within(store)))),
    write: (run) =>
      again(() =>
        transact('readwrite', async (store) => {
          const written = untilWritten(store.transaction)
          try {
            const result = await run(within(store))
            await written
            return result
          } catch (error) {
            abortQuietly(store.transaction)
            const cause: unknown = await written.catch((failed: unknown) => failed)
            throw cause ?? error ?? new DOMException('The browser has ended the transaction.', 'AbortError')
          }
        }),
      ),
  }
}

/** Nothing of it may be written any more, and what waits for its connection need not. */
function giveUp(transaction: IDBTransaction | undefined): void {
  if (transaction === undefined) return
  abortQuietly(transaction)
  transaction.db.close()
}

/** Resolves to null; rejects with the failure of the first request, or null where the transaction was ended without one. */
function untilWritten(transaction: IDBTransaction): Promise<null> {
  const written = new Promise<null>((resolve, reject) => {
    let cause: DOMException | null = null
    transaction.addEventListener('error', (event) => (cause ??= (event.target as IDBRequest).error))
    transaction.addEventListener('complete', () => resolve(null))
    // The transaction itself names its failure only by now, after every listener of the failed request.
    transaction.addEventListener('abort', () => reject(cause ?? transaction.error))
  })
  written.catch(() => undefined)
  return written
}

function within(store: IDBObjectStore): StoreTransaction {
  return {
    get: (key) => promisifyRequest(store.get(key) as IDBRequest<unknown>),
    list: (prefix) => promisifyRequest(store.getAll(startingWith(prefix)) as IDBRequest<unknown[]>),
    keys: (prefix) => promisifyRequest(store.getAllKeys(startingWith(prefix)) as IDBRequest<string[]>),
    put: (key, value) => void store.put(value, key),
    remove: (key) => void store.delete(key),
  }
}

function startingWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

function abortQuietly(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}
