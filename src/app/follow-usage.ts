import { readAppInfo } from '#src/lib/app-info.ts'
import { preferences } from '#src/lib/preferences.ts'
import { subscribe } from '#src/lib/state.ts'
import { forgetHeldEvents } from '#src/lib/track.ts'
import { usageConsent } from '#src/lib/usage-consent.ts'
import { askForConsent } from './ask-for-consent.ts'

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
  const trackers = (await readAppInfo()) ?? UNKNOWN
  if (signal.aborted || (!trackers.hasUsageTracker && trackers.gtagId === null)) return
  const [{ startTelling }, { followPageViews }] = await Promise.all([
    import('#src/features/analytics/start-telling.ts'),
    import('./follow-page-views.ts'),
  ])
  const stopTelling = await startTelling(trackers)
  const stopPages = followPageViews()
  const stop = () => {
    stopPages()
    stopTelling()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
}
