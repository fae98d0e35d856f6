import type { Hono } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import type { Metrics } from '../telemetry/metrics.ts'
import { isLoopback } from '../addresses/address-key.ts'
import { sha256 } from '../crypto/sha256.ts'
import type { Env } from './reply.ts'
import { clientOf } from './client-of.ts'

export interface BuildInfo {
  readonly version: string
  readonly build: string
  readonly builtAtMs: number | null
}

/** Health and metrics for operators, and the build for pages that check for updates. */
export function mountHealth(app: Hono<Env>, build: BuildInfo, isReady: () => Promise<boolean>): void {
  app.get('/healthz', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const isUp = await isReady()
    return c.text(isUp ? 'ready' : 'not ready', isUp ? 200 : 503, { 'cache-control': 'no-store' })
  })
  app.get('/build.json', (c) => c.json(build, 200, { 'cache-control': 'no-cache' }))
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

interface MetricsAccess {
  /** The metrics token; undefined: no remote access. */
  readonly token: string | undefined
  readonly trustProxy: number
}

/** Metrics for localhost and requests with the token; otherwise 404. */
export function mountMetrics(app: Hono<Env>, metrics: Pick<Metrics, 'expose'>, { token, trustProxy }: MetricsAccess): void {
  app.get('/metrics', async (c) => {
    const { address, hostname } = clientOf(c, trustProxy)
    // A proxy on this computer also has a loopback address. Its requests are remote: they have another host or a forwarded header.
    const isHere = isLoopback(address) && LOCAL_HOSTS.has(hostname) && (trustProxy > 0 || c.req.header('x-forwarded-for') === undefined)
    if (!isHere && !showsToken(c.req.header('authorization'), token)) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const { contentType, body } = await metrics.expose()
    return c.body(body, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
  })
}

function showsToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined || authorization === undefined) return false
  return timingSafeEqual(Buffer.from(sha256(authorization)), Buffer.from(sha256(`Bearer ${token}`)))
}
