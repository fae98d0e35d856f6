const MIB = 1024 * 1024

/** The storage budget for one owner's offline videos, in bytes. Rule: docs/offline.md, "Kept videos". */
export const OFFLINE_BUDGET_BYTES = 2048 * MIB
/** Space reserved for drafts and unsent work, in bytes. */
export const OFFLINE_HEADROOM_BYTES = 32 * MIB
/** The number of handled tasks that "save all" remembers. */
export const MAX_SEEN_TASKS = 200
/** The retry pause of "save all", in ms. */
export const SAVE_RETRY_MS = 60_000

/** The interval at which the server is asked which offline videos still exist, in ms. */
export const OFFLINE_CHECK_MS = 86_400_000

/** The eviction criteria of an offline video. */
export interface StoredVideoUse {
  readonly id: string
  readonly bytes: number
  readonly lastUsedAtMs: number
  readonly isPinned: boolean
}

type EvictionPlan = { readonly fits: true; readonly letGo: readonly string[] } | { readonly fits: false; readonly missingBytes: number }

/** Evictable videos, least recently watched first; never pinned ones. */
export function evictionOrder(kept: readonly StoredVideoUse[]): readonly StoredVideoUse[] {
  return kept.filter(({ isPinned }) => !isPinned).toSorted((a, b) => a.lastUsedAtMs - b.lastUsedAtMs || (a.id < b.id ? -1 : 1))
}

/** The videos to evict for one of this size: as few as possible, and none when all would not suffice. `freeBytes`: null when unknown. */
export function planEviction(kept: readonly StoredVideoUse[], neededBytes: number, freeBytes: number | null): EvictionPlan {
  const keptBytes = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  const room = Math.min(OFFLINE_BUDGET_BYTES - keptBytes, freeBytes === null ? Infinity : freeBytes - OFFLINE_HEADROOM_BYTES)
  let missingBytes = neededBytes - room
  const letGo: string[] = []
  for (const { id, bytes } of evictionOrder(kept)) {
    if (missingBytes <= 0) break
    letGo.push(id)
    missingBytes -= bytes
  }
  return missingBytes <= 0 ? { fits: true, letGo } : { fits: false, missingBytes }
}

/** How long other tabs may take to answer the update question, in ms; saving drafts takes 2 s at most. Rule: docs/offline.md, "Updates". */
export const UPDATE_ANSWER_MS = 3000
/** The idle time after which writing counts as finished, in ms. */
export const WRITING_RESTS_MS = 3000
/** The interval of the build check by visible tabs, in ms. */
export const BUILD_CHECK_EVERY_MS = 15 * 60 * 1000
/** The time limit of a build's activation, in ms; then the page reloads, which ends the previous build's work. */
export const TAKE_OVER_WAIT_MS = 10_000

/** The time to live of a push message, in ms. */
export const PUSH_KEPT_MS = 24 * 60 * 60 * 1000
/** Push subscriptions per owner; beyond that the least recently seen is deleted. */
export const MAX_PUSH_DEVICES = 20
/** How long a window may take to answer the request to open a path before it is reloaded, in ms. */
export const OPEN_PATH_ANSWER_MS = 1000
/** The longest prompt excerpt in a notification, in characters. */
export const MAX_PUSH_TEXT_CHARS = 80
/** Replaces the tab id of an announced task after a push; a tab that tracks the usage event replaces it. */
export const ANNOUNCED_BY_PUSH = 'push'
