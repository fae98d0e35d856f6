import type { AppError } from '#shared/app-error.ts'

/** Why a write to this device's storage failed: `storage_full` or `storage_blocked`. */
export function storageError(error: unknown): AppError & { readonly code: 'storage_full' | 'storage_blocked' } {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  return { code: isFull ? 'storage_full' : 'storage_blocked', retry: 'never', detail: String(error) }
}
