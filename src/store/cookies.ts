import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal } from './local-values.ts'

/** The value of one cookie in a `document.cookie` string; undefined if it is missing. */
export function parseCookie(text: string, name: string): string | undefined {
  const pair = text.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1))
}

export function readCookie(name: string): string | undefined {
  return parseCookie(document.cookie, name)
}

export const BUSINESS_ID_KEY = LOCAL_KEYS.businessUserId

/** The account id from this browser's cookie, else from localStorage; '' for a visitor. It needs no request. */
export function storedBusinessUserId(): string {
  return readCookie(BUSINESS_ID_KEY) ?? readLocal(BUSINESS_ID_KEY) ?? ''
}
