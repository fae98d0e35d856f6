import type { AppError } from '#shared/app-error.ts'

const OUR_OWN_MISTAKES = new Set(['DataCloneError', 'DataError', 'ReadOnlyError', 'TransactionInactiveError'])

export type StorageProblem = 'storage_full' | 'storage_blocked'

/** True when the browser's storage has failed, not the code that uses it. */
export function isStorageFailure(error: unknown): boolean {
  return error instanceof DOMException && !OUR_OWN_MISTAKES.has(error.name)
}

/** Why a write to this device's storage failed: `storage_full` or `storage_blocked`. */
export function storageError(error: unknown): AppError & { readonly code: StorageProblem } {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  return { code: isFull ? 'storage_full' : 'storage_blocked', retry: 'never', detail: String(error) }
}
