import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { type RouteName, matchRoute, ROUTES } from '#shared/domain/screens.ts'
import type { TrackEvents } from '#src/reporting/track.ts'
import { levelAbove, viewerSegments, viewerTarget } from '#shared/domain/viewer-address.ts'

/** The screen as third-party scripts may see it. Without these values, they would read the page's own address, title and referrer. */
export interface TrackedScreen {
  readonly page_location: string
  readonly page_title: string
  readonly page_referrer: string
}

/**
 * The screen for third-party scripts: the address of the tracked page view; the route's pattern if none is tracked.
 * Rule: docs/measurement.md, "Usage".
 */
export function trackedScreen(address: string, title: string, origin: string): TrackedScreen {
  const location = pageView(address, title, origin)?.page_location ?? origin + patternOf(address, origin)
  // Google might treat an empty referrer as missing and use the page's own.
  return { page_location: location, page_title: title, page_referrer: `${origin}/` }
}

function patternOf(address: string, origin: string): string {
  const { pathname } = new URL(address, origin)
  const name = matchRoute(pathname)
  return name === undefined ? '/' : splitLocale(pathname).prefix + ROUTES[name]
}

const UNTRACKED_ROUTES: ReadonlySet<RouteName> = new Set(['paySuccess', 'payCancel'])
const PRIVATE_ID_ROUTES: ReadonlySet<RouteName> = new Set(['receipt', 'videoDetail'])
/** The query parameters that are tracked. The values of all others may be user text or ids. */
const TRACKED_QUERY = new Set(['source', 'tag', 'templateId', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])
const NOT_FOUND_PATH = '/404'

/** The page view that is tracked for a screen; null if its views are not tracked. Rule: docs/measurement.md, "Usage". */
export function pageView(address: string, title: string, origin: string): TrackEvents['page_view'] | null {
  const { pathname, searchParams } = new URL(address, origin)
  const name = matchRoute(pathname)
  if (name !== undefined && UNTRACKED_ROUTES.has(name)) return null
  const path = publicPath(pathname, name)
  const query = new URLSearchParams([...searchParams].filter(([field]) => TRACKED_QUERY.has(field))).toString()
  const search = query === '' ? '' : `?${query}`
  return { page_path: path, page_location: origin + path + search, page_title: title, name: name ?? 'notFound', search }
}

/** The path without personal ids. An unknown path is replaced as a whole. */
function publicPath(path: string, name: RouteName | undefined): string {
  if (name === undefined) return NOT_FOUND_PATH
  if (PRIVATE_ID_ROUTES.has(name)) return splitLocale(path).prefix + ROUTES[name].replace('*', ':id')
  const segments = viewerSegments(path)
  return segments.length > 0 && viewerTarget(segments).kind === 'creation' ? `${levelAbove(path)}/:id` : path
}
