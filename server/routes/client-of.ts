import type { HttpBindings } from '@hono/node-server'
import type { Context as Request } from 'hono'
import type { TLSSocket } from 'node:tls'

export interface ClientFacts {
  readonly address: string
  readonly isHttps: boolean
  /** The host the browser used, without the port. */
  readonly hostname: string
}

/**
 * Who is on the other end. Forwarded headers count only as far as `trustProxy` proxies wrote them: anything further to the left
 * was sent by the client itself.
 */
export function clientOf(c: Request, trustProxy: number): ClientFacts {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket
  const forwarded = (header: string) =>
    c.req
      .header(header)
      ?.split(',')
      .map((part) => part.trim())
      .at(-trustProxy)
  const address = (trustProxy > 0 ? forwarded('x-forwarded-for') : undefined) ?? socket?.remoteAddress ?? 'unknown'
  const protocol =
    (trustProxy > 0 ? forwarded('x-forwarded-proto') : undefined) ?? ((socket as TLSSocket | undefined)?.encrypted ? 'https' : 'http')
  const host = (trustProxy > 0 ? forwarded('x-forwarded-host') : undefined) ?? c.req.header('host') ?? new URL(c.req.url).host
  return { address, isHttps: protocol === 'https', hostname: host.replace(/:\d+$/, '').toLowerCase() }
}
