import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Env } from '#server/routes/reply.ts'
import { makeId } from '#server/services/context/make-id.ts'

const QUIET_PATHS = new Set(['/healthz', '/readyz'])

/** Names each request and writes one line when it is answered: no query, no header, no token. */
export function requestLog(log: Logger): MiddlewareHandler<Env> {
  return async function requestLogMiddleware(c, next) {
    const startedMs = performance.now()
    const requestId = makeId()
    c.set('requestId', requestId)
    c.header('x-request-id', requestId)
    await next()
    const { method, path } = c.req
    const line = { requestId, method, path, status: c.res.status, code: c.get('code'), ms: Math.round(performance.now() - startedMs) }
    if (QUIET_PATHS.has(path) || path.startsWith('/assets/')) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
