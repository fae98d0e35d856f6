import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { createTurns } from '#shared/create-turns.ts'
import { FENCE_KEY } from '#shared/storage/records.ts'
import { SLOW_STORAGE_RETRY_MS, isStorageFailure, storageError } from '#shared/browser/record-store.ts'
import type { StorageProblem } from '#shared/result.ts'

export interface FallbackStore extends Store {
  /** Calls the listener with the current disk problem and after each change of it. */
  watchProblem(listener: (problem: StorageProblem | null) => void): void
}

/** Undefined marks a deleted record. */
type Changes = Map<string, unknown>

/**
 * A store that continues in memory if the disk is full or denied. Unwritten changes overlay the stored rows until the first successful
 * write. They are lost with the worker, and the user is warned. If another owner has a newer fence, its rows win, and only new records are
 * added. A slow disk is retried automatically.
 */
export function createFallbackStore(
  disk: Store,
  runLater: (run: () => void) => void = (run) => setTimeout(run, SLOW_STORAGE_RETRY_MS),
): FallbackStore {
  const memory: Changes = new Map()
  /** The disk's fence at the start of the overlay, and the keys that the disk never had. */
  let baseFence: unknown
  const addedKeys = new Set<string>()
  let problem: StorageProblem | null = null
  let listener: ((problem: StorageProblem | null) => void) | undefined
  /** Writes run one at a time, so that a write to memory never overlaps a write that moves the changes to the disk. */
  const runInTurn = createTurns()
  let isFlushPlanned = false

  function setProblem(nextProblem: StorageProblem | null): void {
    if (nextProblem === problem) return
    problem = nextProblem
    listener?.(nextProblem)
  }

  function noteFailure(error: unknown): void {
    const { code } = storageError(error)
    setProblem(code)
    if (code === 'storage_slow') planFlush()
  }

  async function readWithChanges<T>(changes: Changes, run: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    try {
      return await disk.read((tx) => run(overlayChanges(changes, tx)))
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      noteFailure(error)
      return run(overlayChanges(changes, NO_DISK))
    }
  }

  async function writeToMemory<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    if (memory.size === 0) baseFence = await readWithChanges(memory, (tx) => tx.get(FENCE_KEY))
    const changes: Changes = new Map(memory)
    const result = await readWithChanges(changes, run)
    const newKeys = [...changes.keys()].filter((key) => !memory.has(key))
    const diskKeys = await readWithChanges(new Map(), async (tx) => {
      const foundKeys = []
      for (const key of newKeys) if ((await tx.get(key)) !== undefined) foundKeys.push(key)
      return new Set(foundKeys)
    })
    for (const key of newKeys) if (!diskKeys.has(key)) addedKeys.add(key)
    for (const [key, value] of changes) memory.set(key, value)
    return result
  }

  async function writeToDisk<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    const flushedChanges: Changes = new Map()
    const result = await disk.write(async (tx) => {
      flushedChanges.clear()
      const hasNewerOwner = memory.size > 0 && (await tx.get(FENCE_KEY)) !== baseFence
      for (const [key, value] of memory) {
        flushedChanges.set(key, value)
        const isOwnedByOther = hasNewerOwner && (!addedKeys.has(key) || (await tx.get(key)) !== undefined)
        if (isOwnedByOther) continue
        if (value === undefined) tx.remove(key)
        else tx.put(key, value)
      }
      return run(tx)
    })
    for (const [key, value] of flushedChanges) if (memory.get(key) === value) memory.delete(key)
    if (memory.size === 0) addedKeys.clear()
    return result
  }

  async function writeAnywhere<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    try {
      const result = await writeToDisk(run)
      setProblem(null)
      return result
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      noteFailure(error)
      return writeToMemory(run)
    }
  }

  function planFlush(): void {
    if (isFlushPlanned) return
    isFlushPlanned = true
    runLater(() => {
      isFlushPlanned = false
      void write(async () => undefined).catch(() => undefined)
    })
  }

  function write<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    return runInTurn(() => writeAnywhere(run))
  }

  return {
    read: (run) => readWithChanges(memory, run),
    write,
    watchProblem(nextListener) {
      listener = nextListener
      nextListener(problem)
    },
  }
}

type Readable = Pick<StoreTransaction, 'isBlind' | 'get' | 'list' | 'keys'>

const NO_DISK: Readable = {
  isBlind: true,
  get: async () => undefined,
  list: async () => [],
  keys: async () => [],
}

function overlayChanges(changes: Changes, disk: Readable): StoreTransaction {
  async function entries(prefix: string): Promise<[string, unknown][]> {
    const [keys, values] = [await disk.keys(prefix), await disk.list(prefix)]
    const mergedRows: Changes = new Map(keys.map((key, index) => [key, values[index]]))
    for (const [key, value] of changes) if (key.startsWith(prefix)) mergedRows.set(key, value)
    return [...mergedRows].filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))
  }

  return {
    isBlind: disk.isBlind === true,
    get: async (key) => (changes.has(key) ? changes.get(key) : disk.get(key)),
    list: async (prefix) => (await entries(prefix)).map(([, value]) => value),
    keys: async (prefix) => (await entries(prefix)).map(([key]) => key),
    put: (key, value) => void changes.set(key, value),
    remove: (key) => void changes.set(key, undefined),
  }
}
