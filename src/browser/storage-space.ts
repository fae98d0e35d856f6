import type { StorageProblem } from '#shared/result.ts'
import { proxy } from '../store/state.ts'

/** The used and the available storage of this site, in bytes; null if the browser does not report them. */
export async function storageSpace(): Promise<{ readonly usedBytes: number; readonly quotaBytes: number } | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate()
    return usage === undefined || quota === undefined ? null : { usedBytes: usage, quotaBytes: quota }
  } catch {
    return null
  }
}

export async function freeBytes(): Promise<number | null> {
  const space = await storageSpace()
  return space === null ? null : Math.max(0, space.quotaBytes - space.usedBytes)
}

/** Why the last write of the page itself failed. The hub reports its own writes. */
export const pageStorage = proxy<{ problem: StorageProblem | null }>({ problem: null })
