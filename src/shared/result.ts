import type { AppError } from '#shared/app-error.ts'

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
