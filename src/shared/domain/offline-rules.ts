const MIB = 1024 * 1024

/** Most that the kept videos of one person take on this device, in bytes. Rule: docs/offline.md, "Kept videos". */
export const OFFLINE_BUDGET_BYTES = 2048 * MIB
/** What is left free for drafts and unsent work, in bytes. */
export const OFFLINE_HEADROOM_BYTES = 32 * MIB
/** Finished tasks that are remembered as seen by "keep all". */
export const MAX_SEEN_TASKS = 200
/** After how long "keep all" tries what could not be had again, in ms. */
export const SAVE_RETRY_MS = 60_000

/** How often the server is asked which of the kept videos of an account there still are, in ms. */
export const OFFLINE_CHECK_MS = 86_400_000

/** What of a kept video decides whether it goes. */
export interface StoredVideoUse {
  readonly id: string
  readonly bytes: number
  readonly lastUsedAtMs: number
  readonly isPinned: boolean
}

export type EvictionPlan =
  | { readonly fits: true; readonly letGo: readonly string[] }
  | { readonly fits: false; readonly missingBytes: number }

/** What may go, what was watched longest ago first; pinned ones never. */
export function evictionOrder(kept: readonly StoredVideoUse[]): readonly StoredVideoUse[] {
  return kept.filter(({ isPinned }) => !isPinned).toSorted((a, b) => a.lastUsedAtMs - b.lastUsedAtMs || (a.id < b.id ? -1 : 1))
}

/** Which videos go before one of this size comes; no more than it takes, and none when all would not do. `freeBytes`: null where nobody knows. */
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
