import { splitLocale } from '#shared/domain/screens.ts'

/** The tracked sources of logins. */
export const LOGIN_SOURCES = ['/', '/home', '/image', '/start', '/template'] as const
type LoginSource = (typeof LOGIN_SOURCES)[number] | 'other'

/** The source of a login, by the path. Rule: docs/account.md, "Accounts". */
export function loginSource(pathname: string): LoginSource {
  const { path } = splitLocale(pathname)
  return LOGIN_SOURCES.find((source) => source === path) ?? 'other'
}
