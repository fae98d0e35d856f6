import fs from 'node:fs/promises'
import path from 'node:path'
import { makeId } from '../crypto/make-id.ts'
import { type FileStore, type MediaStore, FileMissing, fileAt } from './file-store.ts'

const TEMPORARY_RETENTION_MS = 60 * 60 * 1000
const SUBFOLDERS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** A media store on the local disk; several processes can share the folder. */
export async function createDiskMedia(directory: string): Promise<MediaStore> {
  const mediaDir = path.resolve(directory, 'media')
  await Promise.all(SUBFOLDERS.map((folder) => fs.mkdir(path.join(mediaDir, folder), { recursive: true })))
  const pathOf = (name: string) => path.join(mediaDir, name.slice(0, 2), name)
  return { ...createDiskFiles(mediaDir, pathOf), ...(await createScratch(directory)) }
}

/** Stores files in one folder. A name may contain subfolders. */
export function createDiskStore(folder: string): FileStore {
  return createDiskFiles(folder, (name) => path.join(folder, name))
}

export function scratchFolder(directory: string): string {
  return path.resolve(directory, 'media', 'incoming')
}

/** Temporary files of this machine, in the data folder. */
export async function createScratch(directory: string): Promise<Pick<MediaStore, 'temporaryPath' | 'tidy'>> {
  const folder = scratchFolder(directory)
  await fs.mkdir(folder, { recursive: true })
  return {
    temporaryPath: () => path.join(folder, makeId()),
    async tidy(nowMs) {
      for (const name of await fs.readdir(folder)) {
        const temporaryPath = path.join(folder, name)
        const stats = await fs.stat(temporaryPath).catch(() => undefined)
        if (stats !== undefined && stats.mtimeMs < nowMs - TEMPORARY_RETENTION_MS) await fs.rm(temporaryPath, { force: true })
      }
    },
  }
}

function createDiskFiles(folder: string, pathOf: (name: string) => string): FileStore {
  return {
    file: (name) => fileAt(pathOf(name)),
    async publish(temporaryPath, name) {
      await fs.mkdir(path.dirname(pathOf(name)), { recursive: true })
      await syncPath(temporaryPath)
      await fs.rename(temporaryPath, pathOf(name))
      await syncFolder(path.dirname(pathOf(name)))
    },
    async withLocal(names, work) {
      const paths = names.map(pathOf)
      for (const filePath of paths) {
        await fs.access(filePath).catch((error: unknown) => {
          throw new FileMissing(path.basename(filePath), { cause: error })
        })
      }
      return work(paths)
    },
    remove: (name) => fs.rm(pathOf(name), { force: true }),
    async list() {
      const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      const names = paths.map(async (file) => {
        const { mtimeMs } = await fs.stat(file)
        return { name: path.relative(folder, file).split(path.sep).join('/'), changedAtMs: mtimeMs }
      })
      return (await Promise.allSettled(names)).flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
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
