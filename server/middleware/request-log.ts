import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Env } from '#server/routes/reply.ts'
import type { Metrics } from '#server/services/metrics/create-metrics.ts'
import { makeId } from '#server/services/context/make-id.ts'
import { routeOf } from './route-of.ts'

const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

/** Names each request, and tells log and measures when it is answered: no address but its route, no query, no header, no token. */
export function requestLog(log: Logger, metrics: Pick<Metrics, 'noteRequest'>): MiddlewareHandler<Env> {
  return async function requestLogMiddleware(c, next) {
    const startedMs = performance.now()
    const requestId = makeId()
    c.set('requestId', requestId)
    c.header('x-request-id', requestId)
    await next()
    const { method } = c.req
    const { status } = c.res
    const route = routeOf(c)
    const ms = Math.round(performance.now() - startedMs)
    const line = { requestId, method, route, status, code: c.get('code'), ms }
    if (QUIET_ROUTES.has(route)) log.debug(line, 'request')
    else log.info(line, 'request')
    metrics.noteRequest({ method, route, status, ms })
  }
}
