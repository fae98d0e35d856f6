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
