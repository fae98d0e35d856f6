import type { ErrorCode } from '#shared/api/error-codes.ts'
import { fail } from '#shared/result.ts'

/** Why a verb refused: a code of the catalogue, and the inputs it is about. */
export interface ServiceFailure {
  readonly code: ErrorCode
  readonly fields?: readonly string[]
  /** When it may be tried again, told in Retry-After. */
  readonly retryAfterMs?: number
  /** Where a plain HTTP rule asks for another status than the code's own. */
  readonly status?: 413 | 415
  /** Instead of the code's own text. */
  readonly message?: string
}

export function refuse(code: ErrorCode, fields?: readonly string[], retryAfterMs?: number) {
  return fail<ServiceFailure>({
    code,
    ...(fields === undefined ? {} : { fields }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
