import type { Context as Request } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { LOGIN_CHALLENGE_KEPT_MS, SESSION_KEPT_MS, USER_TOKEN_KEPT_S } from '#shared/domain/account-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'

export const SESSION_COOKIE = 'session'

/** Sets the session cookie, unreadable for scripts, or deletes it together with cached media. */
export function writeSession(c: Request, token: string | null, isHttps: boolean): void {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  if (token === null) {
    deleteCookie(c, SESSION_COOKIE, options)
    c.header('clear-site-data', '"cache"')
  } else setCookie(c, SESSION_COOKIE, token, { ...options, maxAge: SESSION_KEPT_MS / 1000 })
}

export const CHALLENGE_COOKIE = 'login'

/** Sets the cookie of a login that is not finished, unreadable for scripts, or deletes it. */
export function writeChallenge(c: Request, token: string | null, isHttps: boolean): void {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  if (token === null) deleteCookie(c, CHALLENGE_COOKIE, options)
  else setCookie(c, CHALLENGE_COOKIE, token, { ...options, maxAge: LOGIN_CHALLENGE_KEPT_MS / 1000 })
}

/**
 * Renews the cookie of a visitor's token, because Safari deletes cookies written by scripts after 7 days. Only for the token that the browser
 * sent, so that an answer never reverts a change of identity.
 */
export function extendUserToken(c: Request, userToken: string, isHttps: boolean): void {
  if (getCookie(c, LOCAL_KEYS.userToken) !== userToken) return
  setCookie(c, LOCAL_KEYS.userToken, userToken, { path: '/', maxAge: USER_TOKEN_KEPT_S, sameSite: 'Lax', secure: isHttps })
}
