import type { startTracking } from '#src/measurement/start-tracking.ts'
import type { trackedScreen } from '#src/measurement/page-view.ts'
import type { followPageViews } from './follow-page-views.ts'
import { type InfoDeps, requestAppInfo } from '#src/hub-client/app-info.ts'
import { identityReady } from '#src/hub-client/identity.ts'
import { preferences } from '#src/store/preferences.ts'
import { isUsageTracked } from '#src/measurement/privacy-choices.ts'
import { subscribe } from '#src/store/state.ts'
import { forgetPendingEvents } from '#src/reporting/track.ts'
import { usageConsent, askForConsent } from '#src/measurement/consent-question.ts'
import { currentScreenFacts } from './screen-title.ts'

/** The settings without an answer of the server: events are queued on this device, and the server decides later whether to store them. */
const DEFAULT_TRACKER_SETTINGS = { hasUsageTracker: true, gtagId: null }

interface UsageDeps extends InfoDeps {
  /** Loads the code that tracks usage. Called when the identity is known. */
  readonly loadTrackers: () => Promise<Trackers>
  readonly askForConsent: () => () => void
}

interface Trackers {
  readonly startTracking: typeof startTracking
  readonly trackedScreen: typeof trackedScreen
  readonly followPageViews: typeof followPageViews
}

const PAGE_DEPS: UsageDeps = {
  requestAppInfo,
  async loadTrackers() {
    const [{ startTracking }, { trackedScreen }, { followPageViews }] = await Promise.all([
      import('#src/measurement/start-tracking.ts'),
      import('#src/measurement/page-view.ts'),
      import('./follow-page-views.ts'),
      identityReady(),
    ])
    return { startTracking, trackedScreen, followPageViews }
  },
  askForConsent,
}

/**
 * Tracks usage in this tab while the user's consent is granted. A consent or a withdrawal in another tab applies to this tab, too.
 * Rule: docs/measurement.md, "Usage".
 */
export function followUsage({ requestAppInfo, loadTrackers, askForConsent }: UsageDeps = PAGE_DEPS): () => void {
  let abortController: AbortController | undefined
  const followConsent = () => {
    const isGranted = usageConsent() === 'granted'
    if (isGranted && abortController === undefined) {
      abortController = new AbortController()
      void trackUntil(abortController.signal, { requestAppInfo, loadTrackers }).catch((error: unknown) =>
        console.warn('Usage tracking failed.', error),
      )
    }
    if (isGranted) return
    abortController?.abort()
    abortController = undefined
    forgetPendingEvents()
  }
  followConsent()
  const stops = [subscribe(preferences, followConsent), askForConsent()]
  return () => {
    for (const stop of stops) stop()
    abortController?.abort()
  }
}

async function trackUntil(
  signal: AbortSignal,
  { requestAppInfo, loadTrackers }: Pick<UsageDeps, 'requestAppInfo' | 'loadTrackers'>,
): Promise<void> {
  const [info, { startTracking, trackedScreen, followPageViews }] = await Promise.all([requestAppInfo(), loadTrackers()])
  const trackerSettings = info ?? DEFAULT_TRACKER_SETTINGS
  if (signal.aborted || !isUsageTracked(trackerSettings)) return
  const { address, title } = currentScreenFacts()
  const tracking = startTracking(trackerSettings, trackedScreen(address, title, location.origin))
  const stopPages = followPageViews(tracking.setCurrentScreen)
  signal.addEventListener('abort', () => {
    stopPages()
    tracking.stop()
  })
}
