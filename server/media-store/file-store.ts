import fs from 'node:fs/promises'
import { Readable } from 'node:stream'

/** The first and the last byte of a part of a file; both belong to the part. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface StoredName {
  readonly name: string
  readonly changedAtMs: number
}

/** A file to send: the whole file or a part of it. */
export interface ReadableFile {
  /** The size in bytes; undefined if the file does not exist. */
  size(): Promise<number | undefined>
  /** Rejects with `FileMissing` if the file does not exist. */
  read(range?: ByteRange): Promise<ReadableStream<Uint8Array>>
}

/**
 * Whole files by name, on a disk or in an object store; a stored file never changes. Each call rejects with `StoreAway` while the store is
 * not reachable, which does not mean that a file is missing.
 */
export interface FileStore {
  /** Stores a local file under a name, safe against a crash. Afterwards the temporary file may or may not exist. */
  publish(temporaryPath: string, name: string): Promise<void>
  file(name: string): ReadableFile
  /**
   * Calls `work` with local paths of the files, which are valid until `work` ends. `work` must not change them. `FileMissing` if a file is
   * missing.
   */
  withLocal<T>(names: readonly string[], work: (paths: readonly string[]) => Promise<T>): Promise<T>
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>
  list(): Promise<readonly StoredName[]>
}

/** Uploads, videos and posters. A name is 128 random bits in hex and an extension. */
export interface MediaStore extends FileStore {
  /** Returns an unused path on this machine, for bytes that may still be rejected. */
  temporaryPath(): string
  /** Removes temporary files that were not written for an hour: killed processes left them. */
  tidy(nowMs: number): Promise<void>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly media: MediaStore
  }
}

/** The store is not reachable now, or refuses this server. Retry later. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

export function isStoreAway(error: unknown): boolean {
  return error instanceof StoreAway || (error instanceof Error && isStoreAway(error.cause))
}

/** A file of this machine. */
export function fileAt(path: string): ReadableFile {
  return {
    size: () =>
      fs.stat(path).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw error
        },
      ),
    async read(range) {
      const file = await fs.open(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(path) : error
      })
      const streamOptions = range === undefined ? {} : { start: range.first, end: range.last }
      return Readable.toWeb(file.createReadStream(streamOptions)) as ReadableStream<Uint8Array>
    },
  }
}

/** The cache time of the store's list, in ms: other processes add files. */
const LIST_CACHE_MS = 5000

export interface NameIndex {
  /** Whether the store has a file, by the cached list. */
  has(name: string): boolean
  names(): Iterable<string>
  add(name: string): void
  /** Reads the store's list again, unless it is recent. Retains the cached list while the store is away. */
  refresh(): Promise<void>
}

/** A cached list of a store's names. */
export function createNameIndex(store: Pick<FileStore, 'list'>, nowMs: () => number = () => performance.now()): NameIndex {
  let names = new Set<string>()
  let requestedAtMs = -Infinity
  let latestRequest: Promise<void> = Promise.resolve()

  async function readNames(): Promise<void> {
    const earlierNames = names
    const storedNames = await store.list().catch(() => undefined)
    if (storedNames === undefined) return
    // Files that were added during this request may not be in its list.
    names = new Set([...storedNames.map(({ name }) => name), ...[...names].filter((name) => !earlierNames.has(name))])
  }

  return {
    has: (name) => names.has(name),
    names: () => names,
    add: (name) => void (names = new Set([...names, name])),
    refresh() {
      if (nowMs() - requestedAtMs < LIST_CACHE_MS) return latestRequest
      requestedAtMs = nowMs()
      latestRequest = readNames()
      return latestRequest
    },
  }
}
