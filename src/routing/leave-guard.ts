import type { HoldReason } from '#shared/contract/update-messages.ts'
import type { HubTopics } from '#shared/contract/hub-contract.ts'
import { hubState } from '../store/state.ts'

/** Work of a page part that a reload would lose or interrupt. */
export interface LeaveGuard {
  readonly save?: () => Promise<unknown>
  /** Saves all data again after the device's storage was cleared. */
  readonly rewrite?: () => Promise<unknown>
  /** Why a reload would interrupt this work now; null if it would not. Call `notifyHoldsChanged` on each change. */
  readonly holds?: () => HoldReason | null
}

/** The longest wait for saves, in ms. Storage that does not answer must not block the user from leaving. */
const SAVE_LIMIT_MS = 2000

const guards = new Set<LeaveGuard>()
const listeners = new Set<() => void>()

/** Registers unsaved or running work. The returned function unregisters it. */
export function guardLeaving(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => {
    guards.delete(guard)
    notifyHoldsChanged()
  }
}

/** Saves the data of all registered work. A save that fails or hangs does not block the others. */
export async function saveBeforeLeaving(): Promise<void> {
  const saves = Promise.allSettled([...guards].map(async ({ save }) => save?.()))
  await Promise.race([saves, new Promise((resolve) => setTimeout(resolve, SAVE_LIMIT_MS))])
}

/** Saves this page's data again after the storage of this device was cleared. */
export async function rewriteAll(): Promise<void> {
  await Promise.allSettled([...guards].map(async ({ rewrite }) => rewrite?.()))
}

/** Why a reload of this page would interrupt work; null if it would not. */
export function currentHoldReason(): HoldReason | null {
  if (isHubHolding(hubState)) return 'sending'
  for (const { holds } of guards) {
    const reason = holds?.() ?? null
    if (reason !== null) return reason
  }
  return null
}

/** Notifies the listeners of `followHolds` that work may have started or ended. */
export function notifyHoldsChanged(): void {
  for (const notify of listeners) notify()
}

export function followHolds(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Whether a reload would interrupt requests or running work. Typed text does not count, because drafts are saved before a reload. */
export function isWorkInFlight(): boolean {
  const reason = currentHoldReason()
  return reason !== null && reason !== 'writing'
}

type HubFacts = Pick<HubTopics, 'work' | 'connection' | 'storage'>

/**
 * Whether a reload would interrupt the hub: uploads and requests in flight. Work that waits for the network is stored and continues after a
 * reload, unless storage is unavailable.
 */
export function isHubHolding({ work, connection, storage }: HubFacts): boolean {
  if (storage.problem !== null) return work.outbox.length + work.mutations.length > 0
  return connection.isOnline && work.outbox.some(({ state }) => state !== 'refused')
}
