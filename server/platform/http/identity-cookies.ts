import type { Context as Request } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SESSION_KEPT_MS, USER_TOKEN_KEPT_S } from '#shared/domain/account-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'

export const SESSION_COOKIE = 'session'

/** Gives the session's token to the browser, out of reach of scripts, or takes it away, and with it what the HTTP cache has of its media. */
export function writeSession(c: Request, token: string | null, isHttps: boolean): void {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  if (token === null) {
    deleteCookie(c, SESSION_COOKIE, options)
    c.header('clear-site-data', '"cache"')
  } else setCookie(c, SESSION_COOKIE, token, { ...options, maxAge: SESSION_KEPT_MS / 1000 })
}

/**
 * Writes the cookie of a visitor's token again, as the page has written it: Safari deletes what scripts have stored after 7 days away.
 * Only what the browser has sent as its cookie itself, so that an answer never undoes a change of hands.
 */
export function extendUserToken(c: Request, userToken: string, isHttps: boolean): void {
  if (getCookie(c, LOCAL_KEYS.userToken) !== userToken) return
  setCookie(c, LOCAL_KEYS.userToken, userToken, { path: '/', maxAge: USER_TOKEN_KEPT_S, sameSite: 'Lax', secure: isHttps })
}
