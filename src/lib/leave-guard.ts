import { hubState } from '#src/lib/hub-mirror.ts'

/** What somebody would lose, or have broken off, by a reload. */
export interface LeaveGuard {
  /** Writes down what is not stored yet. */
  readonly save?: () => Promise<unknown>
  /** Something is under way that a reload would break off. */
  readonly isBusy?: () => boolean
}

/** Storage that does not answer must not keep anybody. */
const SAVE_LIMIT_MS = 2000

const guards = new Set<LeaveGuard>()

/** Whoever holds unsaved or running work says so here; returns how to take it back. */
export function guardLeaving(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Saves everything that can be saved; what fails or hangs holds up nothing else. */
export async function saveBeforeLeaving(): Promise<void> {
  const saved = Promise.allSettled([...guards].map(async ({ save }) => save?.()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, SAVE_LIMIT_MS))])
}

/** Whether something is on its way to the server, or under way on this page. */
export function isWorkInFlight(): boolean {
  const isSending = hubState.work.outbox.some(({ state }) => state !== 'refused')
  return isSending || [...guards].some(({ isBusy }) => isBusy?.() === true)
}
