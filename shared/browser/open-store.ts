import { type UseStore, createStore, promisifyRequest } from 'idb-keyval'
import { can } from './capabilities.ts'

const STORE_NAME = 'records'

/** Operations of one transaction. Awaiting anything else ends the transaction. */
export interface StoreTransaction {
  /** True while the database cannot be read: a record that seems to be missing may still exist. */
  readonly isBlind?: boolean
  get(key: string): Promise<unknown>
  /** All values whose keys start with the prefix, in key order. */
  list(prefix: string): Promise<unknown[]>
  /** All keys that start with the prefix, in key order. */
  keys(prefix: string): Promise<string[]>
  put(key: string, value: unknown): void
  remove(key: string): void
}

export interface Store {
  read<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** Resolves when the transaction has committed; rejects without a change when `run` or the browser fails. */
  write<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T>
}

/**
 * The time limit of a transaction, including opening. Shorter than the page's limit for the hub, so that the hub falls back to memory
 * first.
 */
export const STORE_LIMIT_MS = 4000
/** The time limit for databases of files: a slow phone needs longer to write a large file. */
export const FILE_STORE_LIMIT_MS = 20_000

/**
 * One database with one object store. The next use reopens a failed or closed connection. If the database hangs, waiting and following
 * calls fail at once until a transaction succeeds.
 */
export function openStore(database: string, limitMs = STORE_LIMIT_MS): Store {
  let connection: UseStore | undefined
  /**
   * The value of `leaves` when the database stopped answering. After a restore from the back/forward cache `leaves` differs, so the next
   * call tries the database again.
   */
  let stillSinceLeave: number | undefined
  const isStill = (): boolean => stillSinceLeave === leaves

  async function transact<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    if (isStill()) throw new StandsStill()
    if (isLeft) throw new PageLeft()
    connection ??= createStore(database, STORE_NAME)
    let transaction: IDBTransaction | undefined
    let isAbandoned = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const leavesAtStart = leaves
    let leave = (): void => undefined
    const limit = new Promise<never>((_, reject) => {
      leave = () => reject(new PageLeft())
      const watch = (leavesBefore: number): void => {
        timer = setTimeout(() => (leaves === leavesBefore ? fail() : watch(leaves)), limitMs)
      }
      const fail = (): void => {
        isAbandoned = true
        // WebKit may not report the end of a transaction to a restored page. That does not mean that the database hangs.
        if (leaves > leavesAtStart) return leave()
        if (transaction !== undefined) giveUp(transaction)
        waitUntilItMoves()
        reject(new StandsStill())
      }
      watch(leaves)
    })
    const opened = connection
    try {
      const done = opened(mode, async (store) => {
        // The time limit was reached while the database was being opened.
        if (isAbandoned) throw giveUp(store.transaction)
        transaction = store.transaction
        endWithPage(transaction, leave)
        return run(store)
      })
      return await Promise.race([done, limit])
    } catch (error) {
      if (error instanceof DOMException && opened === connection && !isStill()) connection = undefined
      if (transaction !== undefined && endedForLeaving.has(transaction)) throw new PageLeft()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  function waitUntilItMoves(): void {
    if (isStill()) return
    stillSinceLeave = leaves
    const probe = createStore(database, STORE_NAME)
    connection = probe
    const comesThrough = async (): Promise<unknown> =>
      probe('readwrite', (store) => {
        endWithPage(store.transaction, () => undefined)
        return promisifyRequest(store.count())
      })
    const goOn = (): void => {
      stillSinceLeave = undefined
    }
    void comesThrough().then(goOn, goOn)
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

class StandsStill extends DOMException {
  constructor() {
    super('The database of this browser does not answer.', 'TimeoutError')
  }
}

/** Retries once after the browser closed the connection or the page was hidden. */
async function again<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await untilShown
    return attempt()
  }
}

/** Aborts a transaction after its time limit and closes its connection. */
function giveUp(transaction: IDBTransaction): StandsStill {
  abortQuietly(transaction)
  transaction.db.close()
  return new StandsStill()
}

class PageLeft extends DOMException {
  constructor() {
    super('The page was left.', 'InvalidStateError')
  }
}

/** Running transactions, each with a callback that ends it when the page is hidden. */
const underWay = new Map<IDBTransaction, () => void>()
const endedForLeaving = new WeakSet<IDBTransaction>()
let isLeft = false
/** How often the page was hidden. A time limit starts again if the page was hidden meanwhile. */
let leaves = 0
let untilShown: Promise<unknown> = Promise.resolve()

if (!can('continueTransactions'))
  addEventListener('pagehide', (event) => {
    if (!(event as { readonly persisted?: boolean }).persisted) return
    isLeft = true
    leaves += 1
    untilShown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true })).then(() => {
      isLeft = false
      return undefined
    })
    for (const [transaction, leave] of underWay) endForLeaving(transaction, leave)
  })

/** Ends the transaction if the page is hidden before the commit. The caller repeats it when the page is restored. */
function endWithPage(transaction: IDBTransaction, leave: () => void): void {
  if (isLeft) endForLeaving(transaction, leave)
  underWay.set(transaction, leave)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => underWay.delete(transaction))
}

/**
 * Aborts a transaction because the page is hidden. `leave` rejects the caller at once, because the browser may not report the abort. If the
 * transaction is committing, it reports its own end.
 */
function endForLeaving(transaction: IDBTransaction, leave: () => void): void {
  endedForLeaving.add(transaction)
  if (abortQuietly(transaction)) leave()
  transaction.db.close()
}

/** Resolves to null. Rejects with the first failed request's error, or null if the transaction was aborted without one. */
function untilWritten(transaction: IDBTransaction): Promise<null> {
  const written = new Promise<null>((resolve, reject) => {
    let cause: DOMException | null = null
    transaction.addEventListener('error', (event) => (cause ??= (event.target as IDBRequest).error))
    transaction.addEventListener('complete', () => resolve(null))
    // The transaction's error is set only after all listeners of the failed request have run.
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

/** Aborts a transaction. False if it has ended or is ending. */
function abortQuietly(transaction: IDBTransaction): boolean {
  try {
    transaction.abort()
    return true
  } catch {
    return false
  }
}
