import type { TLSSocket } from 'node:tls'
import type { HttpBindings } from '@hono/node-server'
import type { Context as Request } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { LOGIN_CHALLENGE_LIFETIME_MS, SESSION_LIFETIME_MS, USER_TOKEN_LIFETIME_S } from '#shared/domain/account-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { isLoopback } from '../addresses/address-key.ts'

interface ClientFacts {
  readonly address: string
  readonly isHttps: boolean
  /** The host that the browser used, without the port. */
  readonly hostname: string
}

/**
 * Reads the client's address, protocol and host. Each of the `trustProxy` trusted proxies adds one value at the right of a forwarded
 * header. The leftmost of these values counts, because clients can forge all values further left.
 */
export function clientOf(c: Request, trustProxy: number): ClientFacts {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket
  const partsOf = (header: string) => (trustProxy === 0 ? [] : (c.req.header(header)?.split(',') ?? []).map((part) => part.trim()))
  /**
   * Many proxies replace the protocol and host headers instead of adding a value, so a header may have fewer values than there are proxies.
   */
  const forwarded = (header: string) => {
    const parts = partsOf(header)
    return parts.at(-Math.min(trustProxy, parts.length))
  }
  const address = partsOf('x-forwarded-for').at(-trustProxy) ?? socket?.remoteAddress ?? 'unknown'
  const protocol = forwarded('x-forwarded-proto') ?? ((socket as TLSSocket | undefined)?.encrypted ? 'https' : 'http')
  const host = forwarded('x-forwarded-host') ?? c.req.header('host') ?? new URL(c.req.url).host
  return { address: withoutPort(address), isHttps: protocol === 'https', hostname: host.replace(/:\d+$/, '').toLowerCase() }
}

/** Some proxies append the connection's port to the address, which would make every connection a new client. */
function withoutPort(address: string): string {
  return /^\[(?<ipv6>[^\]]+)\]/.exec(address)?.groups?.['ipv6'] ?? address.replace(/^(?<ipv4>[\d.]+):\d+$/, '$<ipv4>')
}

const HOSTS = new Set(['localhost', '127.0.0.1'])
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether a request comes from this computer and names it `localhost`, as developer pages require. A proxy on this computer may set any
 * host name, so forwarded requests never count.
 */
export function isThisComputer(c: Request): boolean {
  const { address, hostname } = clientOf(c, 0)
  return isLoopback(address) && HOSTS.has(hostname) && FORWARDED.every((name) => c.req.header(name) === undefined)
}

export const SESSION_COOKIE = 'session'

/** Sets the session cookie, unreadable for scripts, or deletes it together with cached media. */
export function writeSession(c: Request, token: string | null, isHttps: boolean): void {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  if (token === null) {
    deleteCookie(c, SESSION_COOKIE, options)
    c.header('clear-site-data', '"cache"')
  } else setCookie(c, SESSION_COOKIE, token, { ...options, maxAge: SESSION_LIFETIME_MS / 1000 })
}

export const CHALLENGE_COOKIE = 'login'

/** Sets the cookie of an unfinished login, unreadable for scripts, or deletes it. */
export function writeChallenge(c: Request, token: string | null, isHttps: boolean): void {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  if (token === null) deleteCookie(c, CHALLENGE_COOKIE, options)
  else setCookie(c, CHALLENGE_COOKIE, token, { ...options, maxAge: LOGIN_CHALLENGE_LIFETIME_MS / 1000 })
}

/**
 * Renews the cookie of a visitor's token, because Safari deletes cookies written by scripts after 7 days. Does nothing if the request had
 * another token or none, so that a late answer does not undo a change of the token.
 */
export function extendUserToken(c: Request, userToken: string, isHttps: boolean): void {
  if (getCookie(c, LOCAL_KEYS.userToken) !== userToken) return
  setCookie(c, LOCAL_KEYS.userToken, userToken, { path: '/', maxAge: USER_TOKEN_LIFETIME_S, sameSite: 'Lax', secure: isHttps })
}
