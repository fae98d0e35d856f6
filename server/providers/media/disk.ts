import fs from 'node:fs/promises'
import path from 'node:path'
import { makeId } from '#server/services/context/make-id.ts'

/** Where uploads and videos live. A name is 128 random bits in hex and an extension; its file never changes once it is stored. */
export interface MediaStore {
  /** The file's place, whether or not it is there yet. Its folder exists. */
  pathOf(name: string): string
  /** A fresh place on the same disk for bytes that may still be refused. */
  temporaryPath(): string
  /** Puts a temporary file in its place, safe against a power cut. */
  publish(temporaryPath: string, name: string): Promise<void>
  /** Makes a file that was written in its place safe against a power cut. */
  sync(name: string): Promise<void>
}

const FOLDERS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** A media store on the local disk; removes what a killed process left half-written. */
export async function createDiskMedia(directory: string): Promise<MediaStore> {
  const mediaDir = path.resolve(directory, 'media')
  const temporaryDir = path.join(mediaDir, 'incoming')
  await fs.rm(temporaryDir, { recursive: true, force: true })
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
    async sync(name) {
      await syncPath(pathOf(name))
      await syncFolder(path.dirname(pathOf(name)))
    },
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle for a folder; it writes folders itself.
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
