import type { Context as Request } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { SESSION_KEPT_MS } from '#shared/domain/account-rules.ts'

export const SESSION_COOKIE = 'session'

/** Gives the session's token to the browser, out of reach of scripts, or takes it away, and with it what the HTTP cache has of its media. */
export function writeSession(c: Request, token: string | null, isHttps: boolean): void {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  if (token === null) {
    deleteCookie(c, SESSION_COOKIE, options)
    c.header('clear-site-data', '"cache"')
  } else setCookie(c, SESSION_COOKIE, token, { ...options, maxAge: SESSION_KEPT_MS / 1000 })
}
