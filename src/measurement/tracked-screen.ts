import { matchRoute, ROUTES, splitLocale } from '#shared/domain/screens.ts'
import { pageView } from './page-view.ts'

/** What a script from elsewhere may know of the screen. Left to itself it reads address, title and referrer of the page. */
export interface TrackedScreen {
  readonly page_location: string
  readonly page_title: string
  readonly page_referrer: string
}

/** The page view's own values; where no page view is told, the route's pattern. Rule: docs/measurement.md, "Usage". */
export function trackedScreen(address: string, title: string, origin: string): TrackedScreen {
  const location = pageView(address, title, origin)?.page_location ?? origin + patternOf(address, origin)
  // An empty referrer might be taken for none given, and the page's own be read instead.
  return { page_location: location, page_title: title, page_referrer: `${origin}/` }
}

function patternOf(address: string, origin: string): string {
  const { pathname } = new URL(address, origin)
  const name = matchRoute(pathname)
  return name === undefined ? '/' : splitLocale(pathname).prefix + ROUTES[name]
}
