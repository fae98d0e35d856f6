import type { HoldReason } from '#shared/contract/update-contract.ts'
import type { HubTopics } from '#shared/contract/hub-contract.ts'
import { hubState } from './hub-state.ts'

/** What somebody would lose, or have broken off, by a reload. */
export interface LeaveGuard {
  /** Writes down what is not stored yet. */
  readonly save?: () => Promise<unknown>
  /** Writes everything once more, because what was stored is gone. */
  readonly rewrite?: () => Promise<unknown>
  /** What a reload would break off now. Whoever says so also calls `holdsChanged`. */
  readonly holds?: () => HoldReason | null
}

/** Storage that does not answer must not keep anybody. */
const SAVE_LIMIT_MS = 2000

const guards = new Set<LeaveGuard>()
const listeners = new Set<() => void>()

/** Whoever holds unsaved or running work says so here; returns how to take it back. */
export function guardLeaving(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => {
    guards.delete(guard)
    holdsChanged()
  }
}

/** Saves everything that can be saved; what fails or hangs holds up nothing else. */
export async function saveBeforeLeaving(): Promise<void> {
  const saved = Promise.allSettled([...guards].map(async ({ save }) => save?.()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, SAVE_LIMIT_MS))])
}

/** Writes once more what this page holds, after the storage of this device was cleared. */
export async function rewriteAll(): Promise<void> {
  await Promise.allSettled([...guards].map(async ({ rewrite }) => rewrite?.()))
}

/** What a reload of this page would break off, or null. */
export function whatHolds(): HoldReason | null {
  if (isHubHolding(hubState)) return 'sending'
  for (const { holds } of guards) {
    const reason = holds?.() ?? null
    if (reason !== null) return reason
  }
  return null
}

/** Something that is under way may have begun or ended. */
export function holdsChanged(): void {
  for (const tell of listeners) tell()
}

export function followHolds(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Whether something is on its way to the server, or under way on this page; what is being written can be saved. */
export function isWorkInFlight(): boolean {
  const reason = whatHolds()
  return reason !== null && reason !== 'writing'
}

type Facts = Pick<HubTopics, 'work' | 'connection' | 'storage'>

/**
 * Whether the hub has something that a reload would break off: what is on its way to the server. What waits for the network is on this
 * device and goes on after a reload; where nothing can be stored it would be gone.
 */
export function isHubHolding({ work, connection, storage }: Facts): boolean {
  if (storage.problem !== null) return work.outbox.length + work.mutations.length > 0
  return connection.isOnline && work.outbox.some(({ state }) => state !== 'refused')
}
