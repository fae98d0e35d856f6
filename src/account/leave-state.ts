import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'
import { proxy } from '#src/store/state.ts'

const LEAVING_NAME = LOCAL_KEYS.leaving

/**
 * Marks a logout in progress until the next login. If this tab ends, or the answer is lost, any tab that finds the session ended completes the
 * logout.
 */
export function markLeaving(account: string): void {
  writeLocal(LEAVING_NAME, account)
}

/** The account that is being logged out; null without a logout. */
export function leavingAccount(): string | null {
  return readLocal(LEAVING_NAME)
}

export function isLeaving(): boolean {
  return leavingAccount() !== null
}

export function unmarkLeaving(): void {
  removeLocal(LEAVING_NAME)
}

/** Whether the dialog of a logout asks about unsent work. */
export const leaveState = proxy({ isAsking: false })
