import { ERROR_CODES } from './error-codes.ts'
import { IMAGE_PROBLEM_CODES, MEDIA_PROBLEM_CODES } from './device-problem.ts'

/** What every boundary returns that can fail in a normal way. Plain data, so it survives a structured clone. */
export type Result<T, E = AppError> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

/** Wraps a value as a success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** Wraps an error as a failure. */
export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** An expected failure: a code that `src/i18n/i18n.ts` turns into a sentence, and whether trying again can help. */
export interface AppError {
  readonly code: AppErrorCode
  readonly retry: 'never' | 'now' | 'later'
  readonly afterMs?: number
  /** What the server said about it, for people: one line of text, cut at `SERVER_MESSAGE_MAX_LENGTH`. */
  readonly message?: string
  /** What happened, for who looks for the cause; never shown. */
  readonly detail?: string
  readonly fields?: readonly string[]
  /** The HTTP status was 403, with or without the server's own code. */
  readonly isForbidden?: boolean
}

/** Failures that arise on this device, beside the server's codes. */
export const LOCAL_ERROR_CODES = [
  'answer_malformed',
  'cancelled',
  'hub_outdated',
  'hub_unreachable',
  'outcome_unknown',
  'price_changed',
  'storage_blocked',
  'storage_full',
  'storage_slow',
  'upload_failed',
  'upload_presign_failed',
  'worker_failed',
] as const

/** Every code that a failure can have, wherever it arises. */
export const APP_ERROR_CODES = [...ERROR_CODES, ...IMAGE_PROBLEM_CODES, ...MEDIA_PROBLEM_CODES, ...LOCAL_ERROR_CODES] as const
export type AppErrorCode = (typeof APP_ERROR_CODES)[number]

/** Why this device's storage failed. */
export type StorageProblem = Extract<AppErrorCode, 'storage_full' | 'storage_blocked' | 'storage_slow'>
