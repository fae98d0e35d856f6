import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeId } from '../verbs/crypto.ts'
import type { Logger } from '../telemetry/log.ts'
import { type FileStore, type MediaStore, FileMissing, fileAt } from './file-store.ts'

const TEMPORARY_MS = 60 * 60 * 1000
const FOLDERS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

export interface DiskMedia extends MediaStore {
  /** The file's path, whether or not it exists. Its folder exists. */
  pathOf(name: string): string
}

/** A media store on the local disk; several processes can share the folder. */
export async function createDiskMedia(directory: string): Promise<DiskMedia> {
  const mediaDir = path.resolve(directory, 'media')
  await Promise.all(FOLDERS.map((folder) => fs.mkdir(path.join(mediaDir, folder), { recursive: true })))
  const pathOf = (name: string) => path.join(mediaDir, name.slice(0, 2), name)
  return { ...createDiskFiles(mediaDir, pathOf), ...(await createScratch(directory)), pathOf }
}

/** Files in one folder, whose names may have folders in them. */
export function createDiskStore(folder: string): FileStore {
  return createDiskFiles(folder, (name) => path.join(folder, name))
}

/** The folder of temporary files in the data folder. */
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
        const found = await fs.stat(temporaryPath).catch(() => undefined)
        if (found !== undefined && found.mtimeMs < nowMs - TEMPORARY_MS) await fs.rm(temporaryPath, { force: true })
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
      for (const each of paths) {
        await fs.access(each).catch((error: unknown) => {
          throw new FileMissing(path.basename(each), { cause: error })
        })
      }
      return work(paths)
    },
    remove: (name) => fs.rm(pathOf(name), { force: true }),
    async list() {
      const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      const found = paths.map(async (file) => {
        const { mtimeMs } = await fs.stat(file)
        return { name: path.relative(folder, file).split(path.sep).join('/'), changedAtMs: mtimeMs }
      })
      return (await Promise.allSettled(found)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
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

interface FileToWrite {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Writes files atomically; when one fails, none remains. */
export async function writeWhole(files: readonly FileToWrite[], signal: AbortSignal): Promise<void> {
  const parts = files.map((file) => ({ ...file, part: `${file.path}.${crypto.randomUUID()}.part` }))
  try {
    for (const { part, bytes } of parts) await fs.writeFile(part, bytes)
    signal.throwIfAborted()
    for (const { part, path } of parts) await fs.rename(part, path)
  } catch (error) {
    for (const { part } of parts) await fs.rm(part, { force: true })
    throw error
  }
}

/** Reserved space, in bytes, so that ledger and running work can still be written. */
export const RESERVED_BYTES = 64 * 1024 * 1024
/** Cache time of the answer, in ms: asking for each call would cost too much. */
export const SPACE_KNOWN_MS = 2000

export interface DiskSpace {
  /** Whether writes are accepted. True where free space cannot be determined. */
  hasRoom(): Promise<boolean>
  /** Whether an error means that the disk refused a write; then `hasRoom` is false until a write succeeds. */
  noteError(error: unknown): boolean
}

interface DiskRoomDeps {
  readonly nowMs: () => number
  readonly freeBytes: () => Promise<number>
  /** Rejects where the folder of the files rejects writes at the moment. `isSuspect`: a write has failed, so that only a write proves it. */
  readonly checkWrites: (isSuspect: boolean) => Promise<void>
  /** Called when writes are refused from now on, and with null when they are accepted again. */
  readonly onChange: (refusal: Error | null) => Promise<void>
}

/** Checks the disk of media and of the embedded database. A full one pauses that database. */
export function createDiskSpace({ nowMs, freeBytes, checkWrites, onChange }: DiskRoomDeps): DiskSpace {
  let known: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined
  let refusal: Error | null = null

  function note(next: Error | null): void {
    const isChange = (refusal === null) !== (next === null)
    refusal = next
    if (isChange) void onChange(next)
  }

  async function measure(): Promise<boolean> {
    const before = refusal
    const bytes = await freeBytes().catch(() => RESERVED_BYTES)
    const isRoomy = bytes >= RESERVED_BYTES
    const next = isRoomy ? await checkWrites(refusal !== null).then(() => null, toError) : new Error(`the disk has ${bytes} bytes left`)
    // A write that failed meanwhile is newer than this check.
    if (refusal === before) note(next)
    return refusal === null
  }

  return {
    hasRoom() {
      const atMs = nowMs()
      if (known === undefined || Math.abs(atMs - known.atMs) >= SPACE_KNOWN_MS) known = { atMs, answer: measure() }
      return known.answer
    },
    noteError(error) {
      if (!isWriteRefused(error)) return false
      note(toError(error))
      known = { atMs: nowMs(), answer: refused() }
      return true
    },
  }
}

const refused = async () => false
const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Rejects where no file can be created in the folder. In a suspect one it creates a file for a moment. */
export async function checkFolder(folder: string, isSuspect: boolean): Promise<void> {
  await fs.access(folder, fs.constants.W_OK).catch((error: unknown) => {
    if (isWriteRefused(error)) throw error
  })
  if (!isSuspect) return
  const probed = path.join(folder, makeId())
  try {
    await fs.writeFile(probed, 'check', { flush: true })
  } finally {
    await fs.rm(probed, { force: true })
  }
}

/** How long and how often the database is asked before a refusing disk is reported, in ms. Its own check comes each second. */
const REPORT_AFTER_MS = 2000
const REPORT_STEP_MS = 250

interface DiskReportDeps {
  /** Whether the embedded database is paused: it has reported the same disk. */
  readonly isPaused: () => Promise<boolean>
  readonly log: Pick<Logger, 'error' | 'info'>
}

/** Reports once that the disk rejects writes, and once that it accepts them again; for `DiskRoomDeps`. */
export function createDiskReport({ isPaused, log }: DiskReportDeps): DiskRoomDeps['onChange'] {
  let isReported = false
  let current: Error | null = null
  return async (refusal) => {
    current = refusal
    if (refusal === null) {
      if (isReported) log.info('the disk accepts writes again')
      isReported = false
      return
    }
    for (let waitedMs = 0; waitedMs < REPORT_AFTER_MS; waitedMs += REPORT_STEP_MS) {
      if (await isPaused()) return
      await setTimeout(REPORT_STEP_MS, undefined, { ref: false })
      if (current !== refusal) return
    }
    isReported = true
    log.error({ err: refusal }, 'the disk rejects writes: writing calls get 503 until it accepts them')
  }
}

/** The free bytes for this user on a folder's disk. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder)
  return bavail * bsize
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const UNWRITABLE = new Set(['EROFS', 'EPERM', 'EACCES', 'EIO'])
/** Calls of the system that write. Others fail with the same codes for other reasons, such as a refused connection. */
const WRITES = new Set([
  'access',
  'open',
  'write',
  'fsync',
  'fdatasync',
  'rename',
  'unlink',
  'rm',
  'mkdir',
  'rmdir',
  'copyfile',
  'ftruncate',
])

/** Whether an error means that a disk refused a write, so that nothing was stored. */
export function isWriteRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  const isOfFile = UNWRITABLE.has(code ?? '') && WRITES.has(syscall ?? '')
  return isOfFile || FULL.has(code ?? '') || isWriteRefused(error.cause)
}
