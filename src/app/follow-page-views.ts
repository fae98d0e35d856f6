import { matchRoute } from '#shared/domain/route-patterns.ts'
import { NOT_FOUND_HEAD, SCREEN_HEADS } from '#shared/domain/screen-head.ts'
import { pageView } from '#src/features/analytics/page-view.ts'
import { screenAddress, screenPath } from '#src/lib/screen-location.ts'
import { subscribe } from '#src/lib/state.ts'
import { track } from '#src/lib/track.ts'
import { screenTitle } from './screen-title.ts'

/** wouter tells of its own steps by events of these names. */
const ROUTE_EVENTS = ['pushState', 'replaceState', 'popstate'] as const

/** Tells each screen that is come to, the present one first, once its title is there. A viewer over a screen is no screen. Rule: docs/rules.md, "Usage". */
export function followPageViews(): () => void {
  let told = ''
  const look = () => {
    const route = matchRoute(screenPath())
    const { title } = route === undefined ? NOT_FOUND_HEAD : SCREEN_HEADS[route]
    if (screenTitle.name === '' || screenTitle.head.title !== title) return
    const view = pageView(screenAddress(), screenTitle.name, location.origin)
    const address = view?.page_location ?? ''
    if (address === told) return
    told = address
    if (view !== null) track('page_view', view)
  }
  const end = new AbortController()
  for (const name of ROUTE_EVENTS) addEventListener(name, look, { signal: end.signal })
  const stopTitles = subscribe(screenTitle, look)
  look()
  return () => {
    end.abort()
    stopTitles()
  }
}
