import type { AppErrorCode } from '#shared/app-error.ts'
import { proxy } from './state.ts'

/** How much this site has stored and may store, in bytes; null where the browser does not tell. */
export async function storageSpace(): Promise<{ readonly usedBytes: number; readonly quotaBytes: number } | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate()
    return usage === undefined || quota === undefined ? null : { usedBytes: usage, quotaBytes: quota }
  } catch {
    return null
  }
}

export async function freeBytes(): Promise<number | null> {
  const room = await storageSpace()
  return room === null ? null : Math.max(0, room.quotaBytes - room.usedBytes)
}

/** Why the page's own last write to this device failed; the hub tells about its writes itself. */
export const pageStorage = proxy<{ problem: AppErrorCode | null }>({ problem: null })
