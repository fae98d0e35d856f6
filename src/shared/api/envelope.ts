import type { AppError } from '#shared/app-error.ts'
import type { Result } from '#shared/result.ts'
import { isErrorCode, NO_ANSWER_CODE } from '#shared/api/error-codes.ts'
import { fail, ok } from '#shared/result.ts'

const RETRY_LATER = new Set(['40001', 'H4022', 'H5000', 'H503'])

/**
 * Reads both answer forms, `{statusCode, data, statusMessage}` and `{message: {code, messageInfo}, result}`, into one result.
 * `retryAfter` is the header of that name in seconds. Errors: the server's code; `answer_malformed` for anything else.
 * Rule: docs/rules.md, "Envelope".
 */
export function readEnvelope(body: unknown, retryAfter: string | null): Result<unknown> {
  if (typeof body !== 'object' || body === null) return malformed('not an object')
  const { statusCode, statusMessage, data, message, result, fields } = body as Record<string, unknown>
  const other = typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined
  const code = statusCode ?? other?.['code']
  if (code === 200 || code === '200') return ok(other === undefined ? data : result)
  if (typeof code !== 'string' && typeof code !== 'number') return malformed('no code')
  const known = isErrorCode(String(code)) ? (String(code) as AppError['code']) : 'H5001'
  const detail = statusMessage ?? other?.['messageInfo']
  return fail(serverError(known, retryAfter, detail, fields))
}

/** The error of a request that never got an answer. */
export function noAnswer(detail: string): AppError {
  return { code: NO_ANSWER_CODE, retry: 'later', detail }
}

function serverError(code: AppError['code'], retryAfter: string | null, detail: unknown, fields: unknown): AppError {
  const afterMs = retryAfter === null ? Number.NaN : Number(retryAfter) * 1000
  return {
    code,
    retry: RETRY_LATER.has(code) ? 'later' : 'never',
    ...(Number.isFinite(afterMs) ? { afterMs } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(Array.isArray(fields) ? { fields: fields.map(String) } : {}),
  }
}

function malformed(detail: string): Result<never> {
  return fail({ code: 'answer_malformed', retry: 'later', detail })
}
