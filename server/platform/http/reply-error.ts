import type { Context as Request } from 'hono'
import { isCrawler } from '#shared/domain/is-crawler.ts'
import { type Env, replyFailure } from './reply.ts'
import { plainPage } from './plain-page.ts'

/** Retry-After for crawlers, in s. */
const CRAWLER_RETRY_S = 120
/** Retry-After while the database is away, in ms. */
const AWAY_RETRY_MS = 5000
const NOT_KEPT = { 'cache-control': 'no-store' }

/** The answer to an internal error: a page for navigation, 503 for a crawler, the envelope for a call. */
export function replyError(c: Request<Env>): Response {
  return replyPage(c, 500) ?? replyFailure(c, { code: 'H5000' })
}

/** The same where only the database is away: 503, and when to come again with the same request. */
export function replyAway(c: Request<Env>): Response {
  c.header('retry-after', String(AWAY_RETRY_MS / 1000))
  return replyPage(c, 503) ?? replyFailure(c, { code: 'H503', retryAfterMs: AWAY_RETRY_MS })
}

/** Undefined for calls and files. */
function replyPage(c: Request<Env>, status: 500 | 503): Response | undefined {
  const { method, path } = c.req
  const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith('/api/')
  // A search engine would keep an indexed error page for a long time.
  if (isPage && isCrawler(c.req.header('user-agent') ?? ''))
    return c.text('Please come back later.', 503, { ...NOT_KEPT, 'retry-after': String(CRAWLER_RETRY_S) })
  if (isPage && c.req.header('accept')?.includes('text/html') === true)
    return c.html(errorPage(c.get('requestId'), status), status, NOT_KEPT)
  return undefined
}

/** The error page for navigations. */
function errorPage(requestId: string, status: 500 | 503): string {
  return plainPage({
    mark: String(status),
    title: status === 500 ? 'Internal Server Error' : 'Service Unavailable',
    words: 'The server could not put this page together. Nothing of your work is lost; please try again in a moment.',
    retryLabel: 'Try again',
    requestId,
  })
}
