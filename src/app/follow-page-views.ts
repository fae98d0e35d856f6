import { type TrackedScreen, pageView, trackedScreen } from '#src/measurement/tracked-screen.ts'
import { subscribe } from '#src/platform/state.ts'
import { track } from '#src/platform/track.ts'
import { presentScreen } from './present-screen.ts'
import { screenTitle } from './screen-title.ts'

/** wouter tells of its own steps by events of these names. */
const ROUTE_EVENTS = ['pushState', 'replaceState', 'popstate'] as const

/**
 * Tells each screen that is come to, the present one first, once its title is there; `standOn` hears of it before, also where no view is
 * told. A viewer over a screen is no screen. Rule: docs/measurement.md, "Usage".
 */
export function followPageViews(standOn: (screen: TrackedScreen) => void): () => void {
  let told = ''
  const look = () => {
    const { address, title, isNamed } = presentScreen()
    if (!isNamed) return
    standOn(trackedScreen(address, title, location.origin))
    const view = pageView(address, title, location.origin)
    const viewed = view?.page_location ?? ''
    if (viewed === told) return
    told = viewed
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
