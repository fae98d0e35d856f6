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
 * One database with one object store. The next use reopens a failed or closed connection. After a call has reached the time limit, new
 * calls fail at once until a probe of the database ends, or the page returns from the back/forward cache.
 */
export function openStore(database: string, limitMs = STORE_LIMIT_MS): Store {
  let connection: UseStore | undefined
  /**
   * The value of `hideCount` when the database stopped answering. After a restore from the back/forward cache `hideCount` differs, so the
   * next call tries the database again.
   */
  let hideCountWhenStuck: number | undefined
  const isStuck = (): boolean => hideCountWhenStuck === hideCount

  async function transact<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    if (isStuck()) throw new DatabaseStuck()
    if (isPageHidden) throw new PageHidden()
    connection ??= createStore(database, STORE_NAME)
    let transaction: IDBTransaction | undefined
    let isAbandoned = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const hideCountAtStart = hideCount
    let endWait = (): void => undefined
    const timeLimit = new Promise<never>((_, reject) => {
      endWait = () => reject(new PageHidden())
      const startTimer = (hideCountBefore: number): void => {
        timer = setTimeout(() => (hideCount === hideCountBefore ? onTimeout() : startTimer(hideCount)), limitMs)
      }
      const onTimeout = (): void => {
        isAbandoned = true
        // WebKit may not report the end of a transaction to a restored page. That does not mean that the database hangs.
        if (hideCount > hideCountAtStart) return endWait()
        if (transaction !== undefined) abandon(transaction)
        probeDatabase()
        reject(new DatabaseStuck())
      }
      startTimer(hideCount)
    })
    const usedConnection = connection
    try {
      const work = usedConnection(mode, async (store) => {
        // The time limit was reached while the database was being opened.
        if (isAbandoned) throw abandon(store.transaction)
        transaction = store.transaction
        endOnHide(transaction, endWait)
        return run(store)
      })
      return await Promise.race([work, timeLimit])
    } catch (error) {
      if (error instanceof DOMException && usedConnection === connection && !isStuck()) connection = undefined
      if (transaction !== undefined && endedForHiding.has(transaction)) throw new PageHidden()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  function probeDatabase(): void {
    if (isStuck()) return
    hideCountWhenStuck = hideCount
    const probe = createStore(database, STORE_NAME)
    connection = probe
    const runProbe = async (): Promise<unknown> =>
      probe('readwrite', (store) => {
        endOnHide(store.transaction, () => undefined)
        return promisifyRequest(store.count())
      })
    const markResponsive = (): void => {
      hideCountWhenStuck = undefined
    }
    void runProbe().then(markResponsive, markResponsive)
  }

  return {
    read: (run) => retryOnce(() => transact('readonly', (store) => run(toStoreTransaction(store)))),
    write: (run) =>
      retryOnce(() =>
        transact('readwrite', async (store) => {
          const commitDone = waitForCommit(store.transaction)
          try {
            const result = await run(toStoreTransaction(store))
            await commitDone
            return result
          } catch (error) {
            abortQuietly(store.transaction)
            const cause: unknown = await commitDone.catch((failed: unknown) => failed)
            throw cause ?? error ?? new DOMException('The browser has ended the transaction.', 'AbortError')
          }
        }),
      ),
  }
}

class DatabaseStuck extends DOMException {
  constructor() {
    super('The database of this browser does not answer.', 'TimeoutError')
  }
}

/** Retries once after the browser closed the connection or the page was hidden. */
async function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await untilPageShown
    return attempt()
  }
}

/** Aborts a transaction after its time limit and closes its connection. */
function abandon(transaction: IDBTransaction): DatabaseStuck {
  abortQuietly(transaction)
  transaction.db.close()
  return new DatabaseStuck()
}

class PageHidden extends DOMException {
  constructor() {
    super('The page was left.', 'InvalidStateError')
  }
}

/** Running transactions, each with a callback that ends it when the page is hidden. */
const runningTransactions = new Map<IDBTransaction, () => void>()
const endedForHiding = new WeakSet<IDBTransaction>()
let isPageHidden = false
/** How often the page entered the back/forward cache. A time limit starts again if this has changed since its start. */
let hideCount = 0
let untilPageShown: Promise<unknown> = Promise.resolve()

if (!can('continueTransactions'))
  addEventListener('pagehide', (event) => {
    if (!(event as { readonly persisted?: boolean }).persisted) return
    isPageHidden = true
    hideCount += 1
    untilPageShown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true })).then(() => {
      isPageHidden = false
      return undefined
    })
    for (const [transaction, endWait] of runningTransactions) endForHiding(transaction, endWait)
  })

/** Ends the transaction if the page is hidden before the commit. The caller repeats it when the page is restored. */
function endOnHide(transaction: IDBTransaction, endWait: () => void): void {
  if (isPageHidden) endForHiding(transaction, endWait)
  runningTransactions.set(transaction, endWait)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => runningTransactions.delete(transaction))
}

/**
 * Aborts a transaction because the page is hidden. `endWait` rejects the caller at once, because the browser may not report the abort. A
 * transaction that is already committing reports its own end.
 */
function endForHiding(transaction: IDBTransaction, endWait: () => void): void {
  endedForHiding.add(transaction)
  if (abortQuietly(transaction)) endWait()
  transaction.db.close()
}

/** Resolves to null after the commit. Rejects with the first failed request's error, or null if the transaction was aborted without one. */
function waitForCommit(transaction: IDBTransaction): Promise<null> {
  const commitDone = new Promise<null>((resolve, reject) => {
    let cause: DOMException | null = null
    transaction.addEventListener('error', (event) => (cause ??= (event.target as IDBRequest).error))
    transaction.addEventListener('complete', () => resolve(null))
    // The transaction's error is set only after all listeners of the failed request have run.
    transaction.addEventListener('abort', () => reject(cause ?? transaction.error))
  })
  commitDone.catch(() => undefined)
  return commitDone
}

function toStoreTransaction(store: IDBObjectStore): StoreTransaction {
  return {
    get: (key) => promisifyRequest(store.get(key) as IDBRequest<unknown>),
    list: (prefix) => promisifyRequest(store.getAll(prefixRange(prefix)) as IDBRequest<unknown[]>),
    keys: (prefix) => promisifyRequest(store.getAllKeys(prefixRange(prefix)) as IDBRequest<string[]>),
    put: (key, value) => void store.put(value, key),
    remove: (key) => void store.delete(key),
  }
}

function prefixRange(prefix: string): IDBKeyRange {
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
