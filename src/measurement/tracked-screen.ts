import { matchRoute, ROUTES, splitLocale } from '#shared/domain/screens.ts'
import { pageView } from './page-view.ts'

/** The screen fields for third-party scripts, which would otherwise read address, title and referrer of the page. */
export interface TrackedScreen {
  readonly page_location: string
  readonly page_title: string
  readonly page_referrer: string
}

/** The page view's own values; the route's pattern where no page view is tracked. Rule: docs/measurement.md, "Usage". */
export function trackedScreen(address: string, title: string, origin: string): TrackedScreen {
  const location = pageView(address, title, origin)?.page_location ?? origin + patternOf(address, origin)
  // An empty referrer might be treated as missing, and the page's own be used instead.
  return { page_location: location, page_title: title, page_referrer: `${origin}/` }
}

function patternOf(address: string, origin: string): string {
  const { pathname } = new URL(address, origin)
  const name = matchRoute(pathname)
  return name === undefined ? '/' : splitLocale(pathname).prefix + ROUTES[name]
}
