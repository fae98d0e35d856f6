import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'
import { proxy } from '#src/store/state.ts'

const LEAVING_KEY = LOCAL_KEYS.leaving

/**
 * Notes that a logout has started, until the next login. If this tab is closed or the server's answer is lost, any tab that finds
 * the session ended completes the logout.
 */
export function markLeaving(account: string): void {
  writeLocal(LEAVING_KEY, account)
}

/** The account of the last logout; null after the next login. */
export function leavingAccount(): string | null {
  return readLocal(LEAVING_KEY)
}

export function isLeaving(): boolean {
  return leavingAccount() !== null
}

export function unmarkLeaving(): void {
  removeLocal(LEAVING_KEY)
}

/** Whether the dialog is open that asks what to do with unsent work at a logout. */
export const leaveState = proxy({ isAsking: false })
