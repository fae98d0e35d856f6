import type { HoldReason } from '#shared/contract/update-messages.ts'
import type { HubTopics } from '#shared/contract/hub-contract.ts'
import { hubState } from '../store/state.ts'

/** State that a reload would lose or interrupt. */
export interface LeaveGuard {
  readonly save?: () => Promise<unknown>
  /** Saves everything again after the storage was cleared. */
  readonly rewrite?: () => Promise<unknown>
  /** The work that a reload would interrupt now. Implementations also call `holdsChanged` on each change. */
  readonly holds?: () => HoldReason | null
}

/** Storage that does not answer must not block leaving. */
const SAVE_LIMIT_MS = 2000

const guards = new Set<LeaveGuard>()
const listeners = new Set<() => void>()

/** Registers unsaved or running work; returns a function that removes it. */
export function guardLeaving(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => {
    guards.delete(guard)
    holdsChanged()
  }
}

/** Saves everything that can be saved. A failed or hanging save blocks no other. */
export async function saveBeforeLeaving(): Promise<void> {
  const saved = Promise.allSettled([...guards].map(async ({ save }) => save?.()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, SAVE_LIMIT_MS))])
}

/** Saves this page's data again after the storage of this device was cleared. */
export async function rewriteAll(): Promise<void> {
  await Promise.allSettled([...guards].map(async ({ rewrite }) => rewrite?.()))
}

/** The work that a reload of this page would interrupt, or null. */
export function whatHolds(): HoldReason | null {
  if (isHubHolding(hubState)) return 'sending'
  for (const { holds } of guards) {
    const reason = holds?.() ?? null
    if (reason !== null) return reason
  }
  return null
}

/** Notifies listeners that running work may have started or ended. */
export function holdsChanged(): void {
  for (const tell of listeners) tell()
}

export function followHolds(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Whether a reload would interrupt requests or running work. Unsaved input does not count, because it can be saved. */
export function isWorkInFlight(): boolean {
  const reason = whatHolds()
  return reason !== null && reason !== 'writing'
}

type Facts = Pick<HubTopics, 'work' | 'connection' | 'storage'>

/**
 * Whether a reload would interrupt the hub: uploads and requests in flight. Work that waits for the network is stored and continues after a
 * reload, unless storage is unavailable.
 */
export function isHubHolding({ work, connection, storage }: Facts): boolean {
  if (storage.problem !== null) return work.outbox.length + work.mutations.length > 0
  return connection.isOnline && work.outbox.some(({ state }) => state !== 'refused')
}
