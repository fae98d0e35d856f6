const MIB = 1024 * 1024

/** The storage budget for one owner's offline videos, in bytes. Rule: docs/offline.md, "Offline videos". */
export const OFFLINE_BUDGET_BYTES = 2048 * MIB
/** The space that offline videos leave free for drafts and unsent work, in bytes. */
export const OFFLINE_HEADROOM_BYTES = 32 * MIB
/** The maximum number of task ids that "save all" stores to skip tasks that it has handled. */
export const MAX_SEEN_TASKS = 200
/** The pause before the page repeats a failed save or check of offline videos, or a failed try to finish a video, in ms. */
export const SAVE_RETRY_MS = 60_000

/** The interval at which the page asks the server which offline videos still exist, in ms. */
export const OFFLINE_CHECK_MS = 86_400_000

/** The facts of an offline video that decide whether it is evicted. */
export interface StoredVideoUse {
  readonly id: string
  readonly bytes: number
  readonly lastUsedAtMs: number
  readonly isPinned: boolean
}

type EvictionPlan = { readonly fits: true; readonly evicted: readonly string[] } | { readonly fits: false; readonly missingBytes: number }

/** Evictable videos, least recently watched first; without pinned ones. */
export function evictionOrder(videos: readonly StoredVideoUse[]): readonly StoredVideoUse[] {
  return videos.filter(({ isPinned }) => !isPinned).toSorted((a, b) => a.lastUsedAtMs - b.lastUsedAtMs || (a.id < b.id ? -1 : 1))
}

/**
 * The videos to evict for a video of this size: the least recently watched ones first, no more than needed. Nothing is evicted if all would
 * not suffice. `freeBytes`: null if unknown.
 */
export function planEviction(videos: readonly StoredVideoUse[], neededBytes: number, freeBytes: number | null): EvictionPlan {
  const storedBytes = videos.reduce((sum, { bytes }) => sum + bytes, 0)
  const room = Math.min(OFFLINE_BUDGET_BYTES - storedBytes, freeBytes === null ? Infinity : freeBytes - OFFLINE_HEADROOM_BYTES)
  let missingBytes = neededBytes - room
  const evicted: string[] = []
  for (const { id, bytes } of evictionOrder(videos)) {
    if (missingBytes <= 0) break
    evicted.push(id)
    missingBytes -= bytes
  }
  return missingBytes <= 0 ? { fits: true, evicted } : { fits: false, missingBytes }
}
