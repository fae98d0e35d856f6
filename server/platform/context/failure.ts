import type { ErrorCode } from '#shared/api/error-codes.ts'
import { fail } from '#shared/result.ts'

/** A verb's failure: an error code, and the inputs concerned. */
export interface ServiceFailure {
  readonly code: ErrorCode
  readonly fields?: readonly string[]
  /** When a retry may succeed, sent as Retry-After. */
  readonly retryAfterMs?: number
  /** Where HTTP requires another status than the code's own. */
  readonly status?: 413 | 415
  /** Replaces the code's own text. */
  readonly message?: string
}

export function refuse(code: ErrorCode, fields?: readonly string[], retryAfterMs?: number) {
  return fail<ServiceFailure>({
    code,
    ...(fields === undefined ? {} : { fields }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
