import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from '#src/platform/local-values.ts'

const LEAVING_NAME = LOCAL_KEYS.leaving

/**
 * Somebody wants to be logged out here. It stands until somebody is in again: a tab that dies before it has wiped what is on the device,
 * or an answer that gets lost, leaves it to whoever finds the session over.
 */
export function markLeaving(account: string): void {
  writeLocal(LEAVING_NAME, account)
}

/** The account that is to be left, or has been; null when nobody wanted to go. */
export function leavingAccount(): string | null {
  return readLocal(LEAVING_NAME)
}

export function isLeaving(): boolean {
  return leavingAccount() !== null
}

export function unmarkLeaving(): void {
  removeLocal(LEAVING_NAME)
}
