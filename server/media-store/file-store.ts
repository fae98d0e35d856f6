import fs from 'node:fs/promises'
import { Readable } from 'node:stream'

/** First and last byte of a part, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface StoredName {
  readonly name: string
  readonly changedAtMs: number
}

/** Something to send: whole, or a part of it. */
export interface ReadableFile {
  /** In bytes; undefined where there is no such file. */
  size(): Promise<number | undefined>
  /** Rejects with `FileMissing` where there is no such file. */
  read(range?: ByteRange): Promise<ReadableStream<Uint8Array>>
}

/**
 * Whole files by name, on a disk or in an object store; a stored file never changes. Each call rejects with `StoreAway` while the store
 * does not answer: that says nothing about a file.
 */
export interface FileStore {
  /** Stores a file of this machine under a name, to survive a crash. The path is free afterwards, or still to be removed. */
  publish(temporaryPath: string, name: string): Promise<void>
  file(name: string): ReadableFile
  /** The paths of files on this machine, for as long as `work` takes. Rejects with `FileMissing`. */
  withLocal<T>(names: readonly string[], work: (paths: readonly string[]) => Promise<T>): Promise<T>
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>
  list(): Promise<readonly StoredName[]>
}

/** Uploads and videos. A name is 128 random bits in hex and an extension. */
export interface MediaStore extends FileStore {
  /** A new temporary path on this machine, for bytes that may be refused. */
  temporaryPath(): string
  /** Removes temporary files not written for an hour, left by killed processes. */
  tidy(nowMs: number): Promise<void>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly media: MediaStore
  }
}

/** The store does not answer at the moment, or refuses this server. */
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
      const part = range === undefined ? {} : { start: range.first, end: range.last }
      return Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array>
    },
  }
}

/** For how long what a store had is believed, in ms: other processes add to it. */
const KNOWN_MS = 5000

export interface NameIndex {
  /** By what is known now. */
  has(name: string): boolean
  names(): Iterable<string>
  add(name: string): void
  /** Asks the store again, where that was not done lately. Keeps what is known while the store is away. */
  refresh(): Promise<void>
}

/** The names that a store has, asked for rarely. */
export function createNameIndex(store: Pick<FileStore, 'list'>, nowMs: () => number = () => performance.now()): NameIndex {
  let names = new Set<string>()
  let askedAtMs = -Infinity
  let asking: Promise<void> = Promise.resolve()

  async function ask(): Promise<void> {
    const before = names
    const listed = await store.list().catch(() => undefined)
    if (listed === undefined) return
    // What was added meanwhile may not be in the list yet.
    names = new Set([...listed.map(({ name }) => name), ...[...names].filter((name) => !before.has(name))])
  }

  return {
    has: (name) => names.has(name),
    names: () => names,
    add: (name) => void (names = new Set([...names, name])),
    refresh() {
      if (nowMs() - askedAtMs < KNOWN_MS) return asking
      askedAtMs = nowMs()
      asking = ask()
      return asking
    },
  }
}
