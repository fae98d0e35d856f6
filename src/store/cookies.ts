import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal } from './local-values.ts'

/** Reads one value from a `document.cookie` string. */
export function parseCookie(text: string, name: string): string | undefined {
  const pair = text.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1))
}

export function readCookie(name: string): string | undefined {
  return parseCookie(document.cookie, name)
}

export const BUSINESS_NAME = LOCAL_KEYS.businessUserId

/** The account id in this browser's cookie, available before anything is loaded; '' for a visitor. */
export function storedBusinessUserId(): string {
  return readCookie(BUSINESS_NAME) ?? readLocal(BUSINESS_NAME) ?? ''
}
