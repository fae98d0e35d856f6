import { ERROR_CODES } from './error-codes.ts'
import { IMAGE_PROBLEM_CODES, MEDIA_PROBLEM_CODES } from './device-problem.ts'

/** The result of an operation that can fail in an expected way. Plain data, so that it survives a structured clone. */
export type Result<T, E = AppError> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

/** Wraps a value as a success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** Wraps an error as a failure. */
export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** An expected failure: a code that `src/i18n/i18n.ts` translates to a sentence, and whether a retry can help. */
export interface AppError {
  readonly code: AppErrorCode
  readonly retry: 'never' | 'now' | 'later'
  readonly afterMs?: number
  /** The server's message for users: one line of text, cut at `SERVER_MESSAGE_MAX_LENGTH`. */
  readonly message?: string
  /** The technical cause, for debugging; never shown. */
  readonly detail?: string
  readonly fields?: readonly string[]
  /** The HTTP status was 403, with or without the server's own code. */
  readonly isForbidden?: boolean
}

/** Failures on this device, in addition to the server's codes. */
export const LOCAL_ERROR_CODES = [
  /** The answer does not match its schema, for example a page of a proxy. The caller retries later. */
  'answer_malformed',
  /** The caller aborted the call. The caller shows nothing. */
  'cancelled',
  /** The hub runs another protocol version. The page asks the user to reload. */
  'hub_outdated',
  /** The hub worker did not answer. The user presses again; the idempotency key prevents a second effect. */
  'hub_unreachable',
  /** A commit had no answer for so long that a retry could create the videos twice. The user checks the creations first. */
  'outcome_unknown',
  /** The price is above the ceiling of the commit. The page shows the new price; the user agrees to it or discards the commit. */
  'price_changed',
  /** The browser denies access to this device's storage, or the storage fails. Work continues in memory. */
  'storage_blocked',
  /** The storage of this device is full. The user deletes offline videos or other files. */
  'storage_full',
  /** The storage did not answer in time. The caller repeats the work after `SLOW_STORAGE_RETRY_MS`. */
  'storage_slow',
  /** The file server rejected the upload of a picture. The user sends the commit again. */
  'upload_failed',
  /** The server gave no permission for the upload. The user sends the commit again. */
  'upload_presign_failed',
  /** The image worker crashed or could not start. The user tries again. */
  'worker_failed',
] as const

/** All codes of an expected failure. */
export const APP_ERROR_CODES = [...ERROR_CODES, ...IMAGE_PROBLEM_CODES, ...MEDIA_PROBLEM_CODES, ...LOCAL_ERROR_CODES] as const
export type AppErrorCode = (typeof APP_ERROR_CODES)[number]

/** Why this device's storage failed. */
export type StorageProblem = Extract<AppErrorCode, 'storage_full' | 'storage_blocked' | 'storage_slow'>
