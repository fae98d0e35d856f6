import type { Context, Env, MiddlewareHandler } from 'hono'

const ZERO_BYTE = '%00'

/** Refuses an address with a zero byte in its path: no file and no row has such a name, and no database takes one. */
export function plainPath<E extends Env>(refuse: (c: Context<E>) => Response | Promise<Response>): MiddlewareHandler<E> {
  return async function plainPathMiddleware(c, next) {
    return new URL(c.req.url).pathname.includes(ZERO_BYTE) ? refuse(c) : next()
  }
}
