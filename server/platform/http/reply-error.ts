import type { Context as Request } from 'hono'
import { isCrawler } from '#shared/domain/is-crawler.ts'
import { type Env, replyFailure } from './reply.ts'
import { plainPage } from './plain-page.ts'

/** Retry-After for crawlers, in s. */
const CRAWLER_RETRY_S = 120
const NOT_KEPT = { 'cache-control': 'no-store' }

/** The answer to an internal error: a page for navigation, 503 for a crawler, the envelope for a call. */
export function replyError(c: Request<Env>): Response {
  const { method, path } = c.req
  const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith('/api/')
  // A search engine would keep an indexed error page for a long time.
  if (isPage && isCrawler(c.req.header('user-agent') ?? ''))
    return c.text('Please come back later.', 503, { ...NOT_KEPT, 'retry-after': String(CRAWLER_RETRY_S) })
  if (isPage && c.req.header('accept')?.includes('text/html') === true) return c.html(errorPage(c.get('requestId')), 500, NOT_KEPT)
  return replyFailure(c, { code: 'H5000' })
}

/** The error page for navigations. */
function errorPage(requestId: string): string {
  return plainPage({
    mark: '500',
    title: 'Internal Server Error',
    words: 'The server could not put this page together. Nothing of your work is lost; please try again in a moment.',
    retryLabel: 'Try again',
    requestId,
  })
}
