/** Locale codes of path prefixes; the default language has none. */
const LOCALE_PREFIXES = ['en'] as const

/**
 * Splits off a leading locale: '/en/home' returns '/en' and '/home'; without a locale the prefix is ''. Rule: docs/platform.md, "Routes".
 */
export function splitLocale(path: string): { readonly prefix: string; readonly path: string } {
  const locale = LOCALE_PREFIXES.find((code) => path === `/${code}` || path.startsWith(`/${code}/`))
  if (locale === undefined) return { prefix: '', path }
  const prefix = `/${locale}`
  return { prefix, path: path.slice(prefix.length) || '/' }
}
