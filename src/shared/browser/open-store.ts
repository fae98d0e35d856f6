import type { UseStore } from 'idb-keyval'
import { createStore, promisifyRequest } from 'idb-keyval'
import { can } from '#shared/platform/capabilities.ts'

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

/** What a transaction may take, its opening included. Shorter than what a page waits for its hub, which goes on in memory then. */
export const STORE_LIMIT_MS = 4000

/**
 * One database with one store of records. A connection that failed to open or was closed by the browser is opened again at the next use.
 * A database that stands still fails what waits for it, and all that follows at once, until a transaction of its own comes through.
 */
export function openStore(database: string): Store {
  let connection: UseStore | undefined
  /** How often the page had been left when the database stopped to answer: after a return it is asked anew. */
  let stillSinceLeave: number | undefined
  const isStill = (): boolean => stillSinceLeave === leaves

  async function transact<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    if (isStill()) throw new StandsStill()
    if (isLeft) throw new PageLeft()
    connection ??= createStore(database, STORE_NAME)
    let transaction: IDBTransaction | undefined
    let isGivenUp = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const leavesAtStart = leaves
    let leave = (): void => undefined
    const limit = new Promise<never>((_, reject) => {
      leave = () => reject(new PageLeft())
      const watch = (leavesBefore: number): void => {
        timer = setTimeout(() => (leaves === leavesBefore ? fail() : watch(leaves)), STORE_LIMIT_MS)
      }
      const fail = (): void => {
        isGivenUp = true
        // WebKit may forget to tell a page that it has kept how this ended: that is no database that stands still.
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
        // It was given up while it opened.
        if (isGivenUp) throw giveUp(store.transaction)
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

/** Once more where the connection was closed, by the browser or because the page was left. */
async function again<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await untilShown
    return attempt()
  }
}

/** Nothing of it may be written any more, and what waits for its connection need not. */
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

/** Each with what tells whoever waits for it that it ended with the page. */
const underWay = new Map<IDBTransaction, () => void>()
const endedForLeaving = new WeakSet<IDBTransaction>()
let isLeft = false
/** How often the page was left: time that passed meanwhile is nobody's fault. */
let leaves = 0
let untilShown: Promise<unknown> = Promise.resolve()

if (!can('keepTransactions'))
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

/** Until it has ended whole, which is later than its last answer, it ends with the page; what it was for is done again after a return. */
function endWithPage(transaction: IDBTransaction, leave: () => void): void {
  if (isLeft) endForLeaving(transaction, leave)
  underWay.set(transaction, leave)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => underWay.delete(transaction))
}

/** What is being written already tells itself how it ended. Of what was aborted the browser may forget to. */
function endForLeaving(transaction: IDBTransaction, leave: () => void): void {
  endedForLeaving.add(transaction)
  if (abortQuietly(transaction)) leave()
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

/** False when it has ended, or is about to. */
function abortQuietly(transaction: IDBTransaction): boolean {
  try {
    transaction.abort()
    return true
  } catch {
    return false
  }
}
