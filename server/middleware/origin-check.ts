import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/routes/reply.ts'
import { replyFailure } from '#server/routes/reply.ts'

/** Methods that change nothing. */
export const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Writing calls come from our own pages only, but for the folders that other servers write to and prove themselves otherwise. */
export function originCheck(origins: readonly string[], openTo: readonly string[]): MiddlewareHandler<Env> {
  return async function originCheckMiddleware(c, next) {
    if (READING.has(c.req.method) || origins.includes(c.req.header('origin') ?? '')) return next()
    if (openTo.some((folder) => c.req.path.startsWith(folder))) return next()
    return replyFailure(c, { code: 'H3013', fields: ['origin'] })
  }
}
