import { type TrackedScreen, pageView, trackedScreen } from '#src/measurement/page-view.ts'
import { subscribe } from '#src/store/state.ts'
import { track } from '#src/reporting/track.ts'
import { currentScreenFacts, screenTitle } from './screen-title.ts'

/** The events of navigations. wouter dispatches the first two events for its own navigations. */
const ROUTE_EVENTS = ['pushState', 'replaceState', 'popstate'] as const

/**
 * Tracks a view of each new screen, including the current one, when its title is known. `setCurrentScreen` is called before that,
 * even if the view is not tracked. Opening a viewer is no new screen. Rule: docs/measurement.md, "Usage".
 */
export function followPageViews(setCurrentScreen: (screen: TrackedScreen) => void): () => void {
  let reportedUrl = ''
  const trackNewView = () => {
    const { address, title, isNamed } = currentScreenFacts()
    if (!isNamed) return
    setCurrentScreen(trackedScreen(address, title, location.origin))
    const view = pageView(address, title, location.origin)
    const viewedUrl = view?.page_location ?? ''
    if (viewedUrl === reportedUrl) return
    reportedUrl = viewedUrl
    if (view !== null) track('page_view', view)
  }
  const abortController = new AbortController()
  for (const name of ROUTE_EVENTS) addEventListener(name, trackNewView, { signal: abortController.signal })
  const stopTitles = subscribe(screenTitle, trackNewView)
  trackNewView()
  return () => {
    abortController.abort()
    stopTitles()
  }
}
