import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { type RouteName, matchRoute, ROUTES } from '#shared/domain/screens.ts'
import type { TrackEvents } from '#src/reporting/track.ts'
import { levelAbove, viewerSegments, viewerTarget } from '#shared/domain/viewer-address.ts'

/** The screen fields for third-party scripts, which would otherwise read address, title and referrer of the page. */
export interface TrackedScreen {
  readonly page_location: string
  readonly page_title: string
  readonly page_referrer: string
}

/** The page view's own values; the route's pattern if no page view is tracked. Rule: docs/measurement.md, "Usage". */
export function trackedScreen(address: string, title: string, origin: string): TrackedScreen {
  const location = pageView(address, title, origin)?.page_location ?? origin + patternOf(address, origin)
  // Google might treat an empty referrer as missing, and use the page's own instead.
  return { page_location: location, page_title: title, page_referrer: `${origin}/` }
}

function patternOf(address: string, origin: string): string {
  const { pathname } = new URL(address, origin)
  const name = matchRoute(pathname)
  return name === undefined ? '/' : splitLocale(pathname).prefix + ROUTES[name]
}

const UNTOLD: ReadonlySet<RouteName> = new Set(['paySuccess', 'payCancel'])
const BY_PRIVATE_ID: ReadonlySet<RouteName> = new Set(['receipt', 'videoDetail'])
/** All other query values may be user text or ids. */
const TRACKED_QUERY = new Set(['source', 'tag', 'templateId', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])
const NOT_FOUND_PATH = '/404'

/** The tracked form of a screen's address; null if none is tracked. Rule: docs/measurement.md, "Usage". */
export function pageView(address: string, title: string, origin: string): TrackEvents['page_view'] | null {
  const { pathname, searchParams } = new URL(address, origin)
  const name = matchRoute(pathname)
  if (name !== undefined && UNTOLD.has(name)) return null
  const path = publicPath(pathname, name)
  const query = new URLSearchParams([...searchParams].filter(([field]) => TRACKED_QUERY.has(field))).toString()
  const search = query === '' ? '' : `?${query}`
  return { page_path: path, page_location: origin + path + search, page_title: title, name: name ?? 'notFound', search }
}

/** Omits personal ids, and the whole path of an unknown address. */
function publicPath(path: string, name: RouteName | undefined): string {
  if (name === undefined) return NOT_FOUND_PATH
  if (BY_PRIVATE_ID.has(name)) return splitLocale(path).prefix + ROUTES[name].replace('*', ':id')
  const segments = viewerSegments(path)
  return segments.length > 0 && viewerTarget(segments).kind === 'creation' ? `${levelAbove(path)}/:id` : path
}
