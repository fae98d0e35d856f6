import type { Context as Request } from 'hono'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { ERROR_CATALOGUE } from '#shared/api/error-codes.ts'

/** What middleware leaves for the routes. */
export interface Env {
  Variables: {
    requestId: string
    /** The code of a failed answer, for the log line. */
    code: string
  }
}

/** Answers are about whoever asks, so nobody on the way keeps them. */
const NOT_KEPT = { 'cache-control': 'no-store' }

/** A result in the envelope of the API. */
export function reply(c: Request<Env>, result: Result<unknown, ServiceFailure>): Response {
  return result.ok ? c.json({ statusCode: 200, data: result.value }, 200, NOT_KEPT) : replyFailure(c, result.error)
}

/** A failure in the envelope. */
export function replyFailure(c: Request<Env>, { code, fields, retryAfterMs, status, message }: ServiceFailure): Response {
  const { text, status: ownStatus } = ERROR_CATALOGUE[code]
  c.set('code', code)
  if (retryAfterMs !== undefined) c.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  const body = {
    statusCode: code,
    statusMessage: message ?? text,
    requestId: c.get('requestId'),
    ...(fields === undefined ? {} : { fields }),
  }
  return c.json(body, status ?? ownStatus, NOT_KEPT)
}
