import type { Context as Request } from 'hono'
import { matchedRoutes } from 'hono/route'
import { matchRoute, ROUTES } from '#shared/domain/route-patterns.ts'

/** Folders of files, each counted as one. */
const FOLDERS = ['/assets/', '/locales/', '/art/', '/icons/']
const ANY_FILE = '/:file'
const ANYTHING = '*'

/** What was asked for, without the names and ids in it: a route's pattern, a screen's, or the folder of a file. */
export function routeOf(c: Request): string {
  const own = matchedRoutes(c).findLast(({ path, method }) => !path.endsWith(ANYTHING) && method !== 'ALL')
  if (own !== undefined) return own.path
  const { path } = c.req
  if (path.startsWith('/api/')) return '/api/*'
  const folder = FOLDERS.find((name) => path.startsWith(name))
  if (folder !== undefined) return folder + ANYTHING
  const screen = matchRoute(path)
  if (screen !== undefined) return ROUTES[screen]
  return /^\/[\w.-]{1,40}\.[a-z0-9]{2,11}$/.test(path) ? ANY_FILE : ANYTHING
}
