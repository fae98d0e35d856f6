import type { Hono } from 'hono'
import type { Env } from './reply.ts'

export interface BuildInfo {
  readonly version: string
  readonly build: string
  readonly builtAtMs: number | null
}

/** For those who watch over the server, and for pages that want to know whether they are of yesterday. */
export function mountHealth(app: Hono<Env>, build: BuildInfo, isReady: () => Promise<boolean>): void {
  app.get('/healthz', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const isUp = await isReady()
    return c.text(isUp ? 'ready' : 'not ready', isUp ? 200 : 503, { 'cache-control': 'no-store' })
  })
  app.get('/build.json', (c) => c.json(build, 200, { 'cache-control': 'no-cache' }))
}
