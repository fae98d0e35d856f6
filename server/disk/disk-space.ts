import fs from 'node:fs/promises'
import path from 'node:path'
import { makeId } from '../crypto/make-id.ts'
import { isWriteRefused } from './is-write-refused.ts'

/** Space in bytes that stays free for the ledger and running work. */
export const RESERVED_BYTES = 64 * 1024 * 1024
/** How long a measurement of free space is used, in ms: a measurement for each call would be too expensive. */
export const SPACE_KNOWN_MS = 2000

export interface DiskSpace {
  /** Whether writes are accepted. True if free space cannot be determined. */
  hasRoom(): Promise<boolean>
  /** Whether an error means that the disk refused a write; then `hasRoom` is false until a write succeeds. */
  noteError(error: unknown): boolean
}

export interface DiskSpaceDeps {
  readonly nowMs: () => number
  readonly freeBytes: () => Promise<number>
  /**
   * Rejects if the disk refuses writes. `isSuspect`: until now the disk counted as full or refusing writes, so that only a written test file
   * proves that it accepts writes again.
   */
  readonly checkWrites: (isSuspect: boolean) => Promise<void>
  /** Called with the error when the disk begins to refuse writes, and with null when it accepts writes again. */
  readonly onChange: (refusal: Error | null) => Promise<void>
}

/**
 * Checks the disk of the media and the embedded database, so that new writes stop before the disk is full: a full disk can pause the
 * database.
 */
export function createDiskSpace({ nowMs, freeBytes, checkWrites, onChange }: DiskSpaceDeps): DiskSpace {
  let measurement: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined
  let refusal: Error | null = null

  function setRefusal(nextRefusal: Error | null): void {
    const isChange = (refusal === null) !== (nextRefusal === null)
    refusal = nextRefusal
    if (isChange) void onChange(nextRefusal)
  }

  async function measure(): Promise<boolean> {
    const refusalBefore = refusal
    const bytes = await freeBytes().catch(() => RESERVED_BYTES)
    const hasFreeBytes = bytes >= RESERVED_BYTES
    const nextRefusal = hasFreeBytes
      ? await checkWrites(refusal !== null).then(() => null, toError)
      : new Error(`Only ${bytes} bytes of disk space are left`)
    // A write that failed during this check is more recent than the result of the check, so the failure counts.
    if (refusal === refusalBefore) setRefusal(nextRefusal)
    return refusal === null
  }

  return {
    hasRoom() {
      const atMs = nowMs()
      if (measurement === undefined || Math.abs(atMs - measurement.atMs) >= SPACE_KNOWN_MS) measurement = { atMs, answer: measure() }
      return measurement.answer
    },
    noteError(error) {
      if (!isWriteRefused(error)) return false
      setRefusal(toError(error))
      measurement = { atMs: nowMs(), answer: answerNoRoom() }
      return true
    },
  }
}

const answerNoRoom = async () => false
const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Rejects if no file can be created in the folder. If the disk counted as full or refusing writes (`isSuspect`), this writes a test file. */
export async function checkFolder(folder: string, isSuspect: boolean): Promise<void> {
  await fs.access(folder, fs.constants.W_OK).catch((error: unknown) => {
    if (isWriteRefused(error)) throw error
  })
  if (!isSuspect) return
  const testFile = path.join(folder, makeId())
  try {
    await fs.writeFile(testFile, 'check', { flush: true })
  } finally {
    await fs.rm(testFile, { force: true })
  }
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder)
  return bavail * bsize
}
