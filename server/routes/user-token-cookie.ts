import type { Context as Request } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { USER_TOKEN_KEPT_S } from '#shared/domain/account-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'

/**
 * Writes the cookie of a visitor's token again, as the page has written it: Safari deletes what scripts have stored after 7 days away.
 * Only what the browser has sent as its cookie itself, so that an answer never undoes a change of hands.
 */
export function keepUserToken(c: Request, userToken: string, isHttps: boolean): void {
  if (getCookie(c, LOCAL_KEYS.userToken) !== userToken) return
  setCookie(c, LOCAL_KEYS.userToken, userToken, { path: '/', maxAge: USER_TOKEN_KEPT_S, sameSite: 'Lax', secure: isHttps })
}
