import fs from 'node:fs/promises'
import path from 'node:path'
import { makeId } from '../context/make-id.ts'

/** Storage of uploads and videos. A name is 128 random bits in hex and an extension; a stored file never changes. */
export interface MediaStore {
  /** The file's path, whether or not it exists. Its folder exists. */
  pathOf(name: string): string
  /** A new temporary path on the same disk, for bytes that may be refused. */
  temporaryPath(): string
  /** Moves a temporary file to its place and syncs it. */
  publish(temporaryPath: string, name: string): Promise<void>
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>
  /** Removes temporary files not written for an hour, left by killed processes. */
  tidy(nowMs: number): Promise<void>
}

const TEMPORARY_MS = 60 * 60 * 1000
const FOLDERS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** A media store on the local disk; several processes can share the folder. */
export async function createDiskMedia(directory: string): Promise<MediaStore> {
  const mediaDir = path.resolve(directory, 'media')
  const temporaryDir = path.join(mediaDir, 'incoming')
  await fs.mkdir(temporaryDir, { recursive: true })
  await Promise.all(FOLDERS.map((folder) => fs.mkdir(path.join(mediaDir, folder), { recursive: true })))
  const pathOf = (name: string) => path.join(mediaDir, name.slice(0, 2), name)
  return {
    pathOf,
    temporaryPath: () => path.join(temporaryDir, makeId()),
    async publish(temporaryPath, name) {
      await syncPath(temporaryPath)
      await fs.rename(temporaryPath, pathOf(name))
      await syncFolder(path.dirname(pathOf(name)))
    },
    remove: (name) => fs.rm(pathOf(name), { force: true }),
    async tidy(nowMs) {
      for (const name of await fs.readdir(temporaryDir)) {
        const temporaryPath = path.join(temporaryDir, name)
        const found = await fs.stat(temporaryPath).catch(() => undefined)
        if (found !== undefined && found.mtimeMs < nowMs - TEMPORARY_MS) await fs.rm(temporaryPath, { force: true })
      }
    },
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no folder handles and writes directory entries itself.
  if (process.platform !== 'win32') await syncPath(folder)
}

async function syncPath(target: string): Promise<void> {
  const handle = await fs.open(target, process.platform === 'win32' ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
