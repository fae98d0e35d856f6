import type { Hono } from 'hono'
import type { Env } from './reply.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { SHARE_PATH, SHARE_QUERY } from '#shared/domain/share-rules.ts'

const NOTHING_KEPT = 'none'

/** A share that reaches the server has met no worker that could keep it on the device: nothing of it is read, and the form says so. */
export function mountShare(app: Hono<Env>): void {
  app.post(SHARE_PATH, (c) => c.redirect(`${ROUTES.imageToVideo}?${SHARE_QUERY}=${NOTHING_KEPT}`, 303))
}
