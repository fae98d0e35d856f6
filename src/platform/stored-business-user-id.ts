import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readCookie } from './cookies.ts'
import { readLocal } from './local-values.ts'

export const BUSINESS_NAME = LOCAL_KEYS.businessUserId

/** The account this browser says it has, known before anything is loaded; '' for a visitor. */
export function storedBusinessUserId(): string {
  return readCookie(BUSINESS_NAME) ?? readLocal(BUSINESS_NAME) ?? ''
}
