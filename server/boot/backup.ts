import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { acquireLockFile } from '../database/lock-file.ts'

/** The file that describes a backup. It is written last: a copy without it is incomplete. */
const NOTE_FILE = 'backup.json'
const LOCK_FILE = 'database.lock'
/** Only the user of the server can read the copy, because it contains sessions and keys. */
const OWNER_ONLY_MODE = 0o700
/** A backup leaves out the lock of the running process, files that are still being written, and depth maps, which can be computed again. */
const EXCLUDED_PATHS = new Set([LOCK_FILE, path.join('media', 'incoming'), 'depth'])

const noteSchema = z.object({ madeAtMs: z.number(), files: z.number(), bytes: z.number() })
export type BackupNote = z.infer<typeof noteSchema>

/** Copies the data folder, with the embedded database, while no server uses it. Throws one sentence if it fails. */
export async function backUp(dataDir: string, target: string, nowMs: number): Promise<BackupNote> {
  if (!(await pathExists(path.join(dataDir, 'database')))) throw new Error(`There is no database in ${dataDir}.`)
  if (!(await isFolderEmpty(target))) throw new Error(`${target} is not empty. Choose an empty folder.`)
  if (isInside(dataDir, target)) throw new Error(`${target} is inside ${dataDir}. Choose a folder outside it.`)
  const copiedTotals = await withLockFile(dataDir, () => copyFolder(dataDir, target))
  await fs.chmod(target, OWNER_ONLY_MODE)
  const note = { madeAtMs: nowMs, ...copiedTotals }
  await fs.writeFile(path.join(target, NOTE_FILE), JSON.stringify(note))
  return note
}

/** Restores a complete backup into an empty data folder. Throws one sentence if it fails. */
export async function restore(source: string, dataDir: string): Promise<BackupNote> {
  const text = await fs.readFile(path.join(source, NOTE_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${source} is not a complete backup: ${NOTE_FILE} is missing.`)
  if (!(await isFolderEmpty(dataDir))) throw new Error(`${dataDir} is not empty. Move it away first.`)
  const note = noteSchema.parse(JSON.parse(text))
  await fs.mkdir(dataDir, { recursive: true })
  const copiedTotals = await withLockFile(dataDir, () => copyFolder(source, dataDir))
  await fs.rm(path.join(dataDir, NOTE_FILE))
  await fs.chmod(dataDir, OWNER_ONLY_MODE)
  // The copied files include the note itself, which its file count leaves out.
  if (copiedTotals.files - 1 !== note.files)
    throw new Error(`The backup should have ${note.files} files, but has ${copiedTotals.files - 1}.`)
  return note
}

async function withLockFile<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = acquireLockFile(path.join(dataDir, LOCK_FILE))
  try {
    return await work()
  } finally {
    lock.release()
  }
}

async function copyFolder(sourceFolder: string, targetFolder: string): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0]
  await fs.cp(sourceFolder, targetFolder, {
    recursive: true,
    preserveTimestamps: true,
    async filter(source) {
      if (EXCLUDED_PATHS.has(path.relative(sourceFolder, source))) return false
      const { size, isFile } = await fs.stat(source).then((stats) => ({ size: stats.size, isFile: stats.isFile() }))
      if (isFile) [files, bytes] = [files + 1, bytes + size]
      return true
    },
  })
  return { files, bytes }
}

const pathExists = (file: string) =>
  fs.stat(file).then(
    () => true,
    () => false,
  )

const isFolderEmpty = async (folder: string) => (await fs.readdir(folder).catch(() => [])).length === 0

function isInside(folder: string, target: string): boolean {
  const relative = path.relative(path.resolve(folder), path.resolve(target))
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative))
}
