import type { ErrorCode } from '#shared/api/error-codes.ts'
import { fail } from '#shared/result.ts'

/** Why a verb refused: a code of the catalogue, and the inputs it is about. */
export interface ServiceFailure {
  readonly code: ErrorCode
  readonly fields?: readonly string[]
  /** When it may be tried again, told in Retry-After. */
  readonly retryAfterMs?: number
}

export function refuse(code: ErrorCode, fields?: readonly string[], retryAfterMs?: number) {
  return fail<ServiceFailure>({
    code,
    ...(fields === undefined ? {} : { fields }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
