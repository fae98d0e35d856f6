import { statfs } from 'node:fs/promises'

/** What is left free, so that books and running work can still be written down, in bytes. */
export const RESERVED_BYTES = 64 * 1024 * 1024
/** An answer counts this long, in ms: to ask for each call would ask the disk more than it is worth. */
export const SPACE_KNOWN_MS = 2000

export interface DiskSpace {
  /** Whether more may be taken in. Where the disk can't be asked it is believed to have room. */
  hasRoom(): Promise<boolean>
}

interface DiskRoomDeps {
  readonly nowMs: () => number
  readonly freeBytes: () => Promise<number>
}

/** Whether the disk of database and media has room. One that fills up stops the embedded database for good. */
export function createDiskSpace({ nowMs, freeBytes }: DiskRoomDeps): DiskSpace {
  let known: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined
  return {
    hasRoom() {
      const atMs = nowMs()
      if (known === undefined || Math.abs(atMs - known.atMs) >= SPACE_KNOWN_MS) {
        const answer = freeBytes().then(
          (bytes) => bytes >= RESERVED_BYTES,
          () => true,
        )
        known = { atMs, answer }
      }
      return known.answer
    },
  }
}

/** The bytes that this user may still write to the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether something failed because the disk is full, or what this user may fill of it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) || isDiskFull(error.cause)
}
