import type { Context as Request } from 'hono'
import type { Result } from '#shared/result.ts'
import { ERROR_CATALOGUE } from '#shared/error-codes.ts'
import type { ServiceFailure } from '#server/verbs/verb.ts'
import { sha256 } from '../crypto/sha256.ts'
import { isCrawler } from '#shared/domain/is-crawler.ts'
import { acceptsType } from './accept-header.ts'
import { plainPage } from './plain-page.ts'

/** Variables that middleware sets for routes. */
export interface Env {
  Variables: {
    requestId: string
    /** The code of a failed answer, for the log line. */
    code: string
  }
}

const SUCCESS_MESSAGE = 'Success'

/** Most answers are personal, so no cache may store them. */
const NO_STORE = { 'cache-control': 'no-store' }
const REVALIDATED_JSON = { 'cache-control': 'public, no-cache', 'content-type': 'application/json' }

/** A result in the envelope of the API. */
export function reply(c: Request<Env>, result: Result<unknown, ServiceFailure>): Response {
  return result.ok ? c.json(success(result.value), 200, NO_STORE) : replyFailure(c, result.error)
}

/** Public answers are cacheable and revalidate with a 304. Failures are never cached. */
export function replyPublic(c: Request<Env>, result: Result<unknown, ServiceFailure>): Response {
  if (!result.ok) return replyFailure(c, result.error)
  const body = JSON.stringify(success(result.value))
  const headers = { ...REVALIDATED_JSON, etag: `"${sha256(body)}"` }
  return matchesTag(c.req.header('if-none-match'), headers.etag) ? c.body(null, 304, headers) : c.body(body, 200, headers)
}

function success(data: unknown) {
  return { statusCode: 200, statusMessage: SUCCESS_MESSAGE, data }
}

export function replyFailure(c: Request<Env>, { code, fields, retryAfterMs, status, message }: ServiceFailure): Response {
  const { text, status: ownStatus } = ERROR_CATALOGUE[code]
  c.set('code', code)
  if (retryAfterMs !== undefined) c.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  // Closes the connection: the rest of the body is unread, and the next request would begin in the middle of it.
  if (status === 408 || status === 413) c.header('connection', 'close')
  const body = {
    statusCode: code,
    statusMessage: message ?? text,
    requestId: c.get('requestId'),
    ...(fields === undefined ? {} : { fields }),
  }
  return c.json(body, status ?? ownStatus, NO_STORE)
}

/** Whether an If-None-Match header names this strong tag: alone, in a list, weakened by a proxy, or by `*`. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}

/** The answer to an internal error: a page for navigation, 503 for a crawler, the envelope for a call. */
export function replyError(c: Request<Env>): Response {
  return replyPage(c, 500) ?? replyFailure(c, { code: 'H5000' })
}

/** Retry-After while the database is away, in ms. */
const AWAY_RETRY_MS = 5000

/** The answer if the database or a disk is away: 503, with the time after which the client may repeat the request. */
export function replyAway(c: Request<Env>, retryAfterMs = AWAY_RETRY_MS): Response {
  c.header('retry-after', String(retryAfterMs / 1000))
  return replyPage(c, 503) ?? replyFailure(c, { code: 'H503', retryAfterMs })
}

/** Retry-After for crawlers, in s. */
const CRAWLER_RETRY_S = 120

/** The page or text that answers a navigation; undefined for calls and files. */
function replyPage(c: Request<Env>, status: 500 | 503): Response | undefined {
  const { method, path } = c.req
  const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith('/api/')
  // A search engine would store an error page in its index for a long time.
  if (isPage && isCrawler(c.req.header('user-agent') ?? ''))
    return c.text('Try again later.', 503, { ...NO_STORE, 'retry-after': String(CRAWLER_RETRY_S) })
  if (isPage && acceptsType(c.req.header('accept'), 'text/html')) return c.html(errorPage(c.get('requestId'), status), status, NO_STORE)
  return undefined
}

function errorPage(requestId: string, status: 500 | 503): string {
  return plainPage({
    mark: String(status),
    title: status === 500 ? 'Internal Server Error' : 'Service Unavailable',
    words: "The server couldn't load this page. Your work is safe. Try again in a moment.",
    retryLabel: 'Try again',
    requestId,
  })
}
