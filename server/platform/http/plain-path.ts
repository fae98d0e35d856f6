import type { Context, Env, MiddlewareHandler } from 'hono'

const ZERO_BYTE = '%00'

/** Refuses paths with a NUL byte: no file or row has such a name, and databases reject it. */
export function plainPath<E extends Env>(refuse: (c: Context<E>) => Response | Promise<Response>): MiddlewareHandler<E> {
  return async function plainPathMiddleware(c, next) {
    const { url } = c.req
    return url.includes(ZERO_BYTE) && new URL(url).pathname.includes(ZERO_BYTE) ? refuse(c) : next()
  }
}
