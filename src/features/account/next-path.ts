import { matchRoute, splitLocale } from '#shared/domain/route-patterns.ts'
import { parseUrl } from '#shared/parse-url.ts'

/**
 * Where to go after logging in, from the `next` parameter of an address: a screen of ours, without a locale in front. Null for anything
 * that leads elsewhere, and for the screens one logs in on.
 */
export function nextPath(search: string, origin: string): string | null {
  const wanted = new URLSearchParams(search).get('next')
  const target = wanted === null || !wanted.startsWith('/') ? undefined : parseUrl(wanted, origin)
  if (target === undefined) return null
  const route = matchRoute(target.pathname)
  if (target.origin !== origin || route === undefined || route === 'login' || route === 'signup') return null
  const { path } = splitLocale(target.pathname)
  return path.startsWith('//') ? null : path + target.search + target.hash
}
