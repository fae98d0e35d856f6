import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { errorCodeOf, NO_ANSWER_CODE, UNKNOWN_CODE } from '#shared/api/error-codes.ts'

/** The maximum length of a server message that is shown, in characters. Rule: docs/platform.md, "Envelope". */
export const SERVER_MESSAGE_MAX_LENGTH = 200

const RETRY_LATER = new Set(['40001', 'H4022', 'H5000', 'H503'])

/**
 * Parses both answer forms, `{statusCode, data, statusMessage}` and `{message: {code, messageInfo}, result}`. `retryAfter` is the header of that
 * name in seconds. Errors: the server's code with its message, H5001 for an unknown code, `answer_malformed` for anything else. Rule:
 * docs/platform.md, "Envelope".
 */
export function readEnvelope(body: unknown, retryAfter: string | null): Result<unknown> {
  if (typeof body !== 'object' || body === null) return malformed('not an object')
  const { statusCode, statusMessage, data, message, result, fields } = body as Record<string, unknown>
  const other = typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined
  const code = statusCode ?? other?.['code']
  if (code === 200 || code === '200') return ok(other === undefined ? data : result)
  if (typeof code !== 'string' && typeof code !== 'number') return malformed('no code')
  const said = shownMessage(statusMessage ?? other?.['messageInfo'])
  return fail(serverError(errorCodeOf(String(code)) ?? UNKNOWN_CODE, retryAfter, said, fields))
}

/** The error of a request without an answer. */
export function noAnswer(detail: string): AppError {
  return { code: NO_ANSWER_CODE, retry: 'later', detail }
}

function serverError(code: AppError['code'], retryAfter: string | null, message: string, fields: unknown): AppError {
  const afterMs = retryAfter === null ? Number.NaN : Number(retryAfter) * 1000
  return {
    code,
    retry: RETRY_LATER.has(code) ? 'later' : 'never',
    ...(Number.isFinite(afterMs) ? { afterMs } : {}),
    ...(message === '' ? {} : { message }),
    ...(Array.isArray(fields) ? { fields: fields.map(String) } : {}),
  }
}

/**
 * A server message as one line of at most `SERVER_MESSAGE_MAX_LENGTH` characters, without control and bidirectional characters; '' without a
 * message.
 */
export function shownMessage(said: unknown): string {
  if (typeof said !== 'string') return ''
  const line = said.replaceAll(/[\p{Cc}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
  const letters = Array.from(line)
  return letters.length <= SERVER_MESSAGE_MAX_LENGTH ? line : `${letters.slice(0, SERVER_MESSAGE_MAX_LENGTH - 1).join('')}…`
}

function malformed(detail: string): Result<never> {
  return fail({ code: 'answer_malformed', retry: 'later', detail })
}
