import type { Context as Request, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

const TOO_LARGE = 413

type Fields = Readonly<Record<string, unknown>>

/** Aborts requests whose form is too large. */
export function formLimit(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: (c) => c.text('This form is too large.', TOO_LARGE, { 'cache-control': 'no-store', connection: 'close' }),
  })
}

/** The fields of a form; empty when it cannot be parsed. */
export async function readForm(c: Request): Promise<Fields> {
  try {
    return await c.req.parseBody()
  } catch {
    return {}
  }
}
