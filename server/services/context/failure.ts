import type { ErrorCode } from '#shared/api/error-codes.ts'
import { fail } from '#shared/result.ts'

/** Why a verb refused: a code of the catalogue, and the inputs it is about. */
export interface ServiceFailure {
  readonly code: ErrorCode
  readonly fields?: readonly string[]
}

export function refuse(code: ErrorCode, fields?: readonly string[]) {
  return fail<ServiceFailure>(fields === undefined ? { code } : { code, fields })
}
