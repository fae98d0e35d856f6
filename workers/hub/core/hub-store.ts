import type { UseStore } from 'idb-keyval'
import { promisifyRequest } from 'idb-keyval'

const FENCE_KEY = 'fence'

/** Another owner has taken over: whoever meets this must stop writing. */
export class FencedOut extends Error {
  override readonly name = 'FencedOut'
}

/** What can be done inside one transaction. Nothing but these calls may be awaited there. */
export interface HubTransaction {
  get(key: string): Promise<unknown>
  list(prefix: string): Promise<unknown[]>
  put(key: string, value: unknown): void
  remove(key: string): void
}

export interface HubStore {
  read<T>(use: (tx: HubTransaction) => Promise<T>): Promise<T>
  /** Resolves when the transaction is on disk, not before. */
  write<T>(use: (tx: HubTransaction) => Promise<T>): Promise<T>
  /** The same, for the owner's loops: rejects with `FencedOut` when `fence` is no longer the current one. */
  writeAsOwner<T>(fence: number, use: (tx: HubTransaction) => Promise<T>): Promise<T>
  /** Makes all earlier owners' writes fail and returns the new owner's number. */
  takeFence(): Promise<number>
}

/** All hub records: one database, one store, every change one transaction. */
export function createHubStore(open: UseStore): HubStore {
  function read<T>(use: (tx: HubTransaction) => Promise<T>): Promise<T> {
    return open('readonly', (store) => use(transaction(store)))
  }

  function write<T>(use: (tx: HubTransaction) => Promise<T>): Promise<T> {
    return open('readwrite', async (store) => {
      const written = promisifyRequest(store.transaction)
      try {
        const result = await use(transaction(store))
        await written
        return result
      } catch (error) {
        written.catch(() => undefined)
        abortQuietly(store.transaction)
        throw error
      }
    })
  }

  return {
    read,
    write,
    writeAsOwner: (fence, use) =>
      write(async (tx) => {
        if ((await tx.get(FENCE_KEY)) !== fence) throw new FencedOut()
        return use(tx)
      }),
    takeFence: () =>
      write(async (tx) => {
        const current = await tx.get(FENCE_KEY)
        const next = (typeof current === 'number' ? current : 0) + 1
        tx.put(FENCE_KEY, next)
        return next
      }),
  }
}

function transaction(store: IDBObjectStore): HubTransaction {
  return {
    get: (key) => promisifyRequest(store.get(key) as IDBRequest<unknown>),
    list: (prefix) => promisifyRequest(store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as IDBRequest<unknown[]>),
    put: (key, value) => void store.put(value, key),
    remove: (key) => void store.delete(key),
  }
}

function abortQuietly(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}
