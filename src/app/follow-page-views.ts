import { type TrackedScreen, pageView, trackedScreen } from '#src/measurement/page-view.ts'
import { subscribe } from '#src/store/state.ts'
import { track } from '#src/reporting/track.ts'
import { presentScreen, screenTitle } from './screen-title.ts'

/** wouter dispatches events of these names for its own navigations. */
const ROUTE_EVENTS = ['pushState', 'replaceState', 'popstate'] as const

/**
 * Tracks a view of each new screen, including the current one, once its title is set. `setCurrentScreen` is called first, even without a tracked
 * view. A viewer counts as no screen. Rule: docs/measurement.md, "Usage".
 */
export function followPageViews(setCurrentScreen: (screen: TrackedScreen) => void): () => void {
  let reported = ''
  const check = () => {
    const { address, title, isNamed } = presentScreen()
    if (!isNamed) return
    setCurrentScreen(trackedScreen(address, title, location.origin))
    const view = pageView(address, title, location.origin)
    const viewed = view?.page_location ?? ''
    if (viewed === reported) return
    reported = viewed
    if (view !== null) track('page_view', view)
  }
  const end = new AbortController()
  for (const name of ROUTE_EVENTS) addEventListener(name, check, { signal: end.signal })
  const stopTitles = subscribe(screenTitle, check)
  check()
  return () => {
    end.abort()
    stopTitles()
  }
}
