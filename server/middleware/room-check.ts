import type { MiddlewareHandler } from 'hono'
import type { DiskRoom } from '#server/providers/media/disk-room.ts'
import type { Env } from '#server/routes/reply.ts'
import { replyFailure } from '#server/routes/reply.ts'
import { READING } from './origin-check.ts'

/** When a call that found no room may be tried again, in ms. */
const RETRY_AFTER_MS = 60_000

/** Refuses what writes while the disk is all but full: nothing is half done, nothing charged, and what there is can be read. */
export function roomCheck(room: DiskRoom): MiddlewareHandler<Env> {
  return async function roomCheckMiddleware(c, next) {
    if (READING.has(c.req.method) || (await room.hasRoom())) return next()
    return replyFailure(c, { code: 'H503', retryAfterMs: RETRY_AFTER_MS })
  }
}
