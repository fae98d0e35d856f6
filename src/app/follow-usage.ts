import { readAppInfo } from '#src/lib/app-info.ts'
import { identityReady } from '#src/lib/identity.ts'
import { preferences } from '#src/lib/preferences.ts'
import { subscribe } from '#src/lib/state.ts'
import { forgetHeldEvents } from '#src/lib/track.ts'
import { usageConsent } from '#src/lib/usage-consent.ts'
import { askForConsent } from './ask-for-consent.ts'
import { presentScreen } from './present-screen.ts'

/** Where the server can't be asked: what is told waits, and the server says later whether it wants it. */
const UNKNOWN = { hasUsageTracker: true, gtagId: null }

/** Tells what is used while the person agrees to it, in this tab or another, and stops with the word that takes it back. Rule: docs/rules.md, "Usage". */
export function followUsage(): () => void {
  let telling: AbortController | undefined
  const look = () => {
    const isGranted = usageConsent() === 'granted'
    if (isGranted && telling === undefined) {
      telling = new AbortController()
      void tellUntil(telling.signal).catch((error: unknown) => console.warn('Use is not told.', error))
    }
    if (isGranted) return
    telling?.abort()
    telling = undefined
    forgetHeldEvents()
  }
  look()
  const stops = [subscribe(preferences, look), askForConsent()]
  return () => {
    for (const stop of stops) stop()
    telling?.abort()
  }
}

async function tellUntil(signal: AbortSignal): Promise<void> {
  const [info, { startTelling }, { toldScreen }, { followPageViews }] = await Promise.all([
    readAppInfo(),
    import('#src/features/analytics/start-telling.ts'),
    import('#src/features/analytics/told-screen.ts'),
    import('./follow-page-views.ts'),
    identityReady(),
  ])
  const trackers = info ?? UNKNOWN
  if (signal.aborted || (!trackers.hasUsageTracker && trackers.gtagId === null)) return
  const { address, title } = presentScreen()
  const telling = startTelling(trackers, toldScreen(address, title, location.origin))
  const stopPages = followPageViews(telling.standOn)
  signal.addEventListener('abort', () => {
    stopPages()
    telling.stop()
  })
}
