import type { Context as Request, MiddlewareHandler, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from '../telemetry/log.ts'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { makeId } from '../crypto/make-id.ts'
import { NO_TRACING, type OpenSpan, type Tracing } from '../telemetry/tracing.ts'
import type { Env } from './reply.ts'

const SERVER_ERROR = 500
const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

interface RequestLogDeps {
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'noteRequest'>
  readonly tracing: Tracing
  readonly trustProxy: number
}

/**
 * Assigns a request id, and reports the answer to the log, metrics and traces. The report names the route instead of the path, and contains
 * no network address, query, header or token.
 */
export function requestLog({ log, metrics, tracing, trustProxy }: RequestLogDeps): MiddlewareHandler<Env> {
  return function requestLogMiddleware(c, next) {
    const { method, path } = c.req
    const traceparent = trustProxy > 0 ? c.req.header('traceparent') : undefined
    const traces = QUIET_ROUTES.has(path) || path.startsWith('/assets/') ? NO_TRACING : tracing
    return traces.span({ kind: 'request', name: method, traceparent }, (span) => answer(c, next, span))
  }

  async function answer(c: Request<Env>, next: Next, span: OpenSpan): Promise<void> {
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
    if (QUIET_ROUTES.has(route)) log.debug(line, 'Request')
    else log.info(line, 'Request')
    span.rename(`${method} ${route}`)
    span.note({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, 'kinora.request_id': requestId })
    if (status >= SERVER_ERROR) span.fail()
    metrics.noteRequest({ method, route, status, ms })
  }
}

/** Folders of files, each counted as one route. */
const FOLDERS = ['/assets/', '/locales/', '/art/', '/icons/']
const ANY_FILE = '/:file'
const ANYTHING = '*'

/** The request without names and ids: a route's pattern, a screen's pattern, or a file's folder. */
export function routeOf(c: Request): string {
  const own = matchedRoutes(c).findLast(({ path, method }) => !path.endsWith(ANYTHING) && method !== 'ALL')
  if (own !== undefined) return own.path
  const { path } = c.req
  if (path.startsWith('/api/')) return '/api/*'
  const folder = FOLDERS.find((name) => path.startsWith(name))
  if (folder !== undefined) return folder + ANYTHING
  const screen = matchRoute(path)
  if (screen !== undefined) return ROUTES[screen]
  return /^\/[\w.-]{1,40}\.[a-z0-9]{2,11}$/.test(path) ? ANY_FILE : ANYTHING
}
