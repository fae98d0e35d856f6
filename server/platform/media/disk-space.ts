import { statfs } from 'node:fs/promises'

/** Reserved space, in bytes, so that ledger and running work can still be written. */
export const RESERVED_BYTES = 64 * 1024 * 1024
/** Cache time of the answer, in ms: asking for each call would cost too much. */
export const SPACE_KNOWN_MS = 2000

export interface DiskSpace {
  /** Whether writes are accepted. True where free space cannot be determined. */
  hasRoom(): Promise<boolean>
}

interface DiskRoomDeps {
  readonly nowMs: () => number
  readonly freeBytes: () => Promise<number>
}

/** Checks the disk of database and media. A full disk stops the embedded database for good. */
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

/** The free bytes for this user on a folder's disk. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether an error means a full disk or quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) || isDiskFull(error.cause)
}
