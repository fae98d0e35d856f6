import type { AppInfo } from '#shared/api/app-info.ts'
import type { Gtag } from './create-gtag.ts'
import type { ToldScreen } from './told-screen.ts'
import { systemClock } from '#shared/browser/clock.ts'
import { listLocal, readLocal, removeLocal, writeLocal } from '#src/lib/local-values.ts'
import { addTrackSink } from '#src/lib/track.ts'
import { createEventQueue } from './create-event-queue.ts'
import { createGtag } from './create-gtag.ts'
import { createOwnTracker } from './create-own-tracker.ts'
import { gtagPage } from './gtag-page.ts'
import { measureVitals } from './measure-vitals.ts'
import { toFields, toGtagFields } from './to-fields.ts'
import { beaconUsage, postUsage } from './usage-post.ts'

type Trackers = Pick<AppInfo, 'hasUsageTracker' | 'gtagId'>

let gtag: Gtag | undefined

export interface Telling {
  /** Another screen is shown. */
  readonly standOn: (screen: ToldScreen) => void
  /** At once; what was not sent yet is forgotten. */
  readonly stop: () => void
}

/** Tells from now on what is used, to whoever this server names. */
export function startTelling({ hasUsageTracker, gtagId }: Trackers, screen: ToldScreen): Telling {
  const end = new AbortController()
  const own = hasUsageTracker ? openOwnTracker(end.signal) : undefined
  if (gtagId !== null) gtag ??= createGtag(gtagId, gtagPage(gtagId))
  gtag?.grant(screen)
  const leave = addTrackSink((name, payload) => {
    // A name for each event: told again after a lost answer, the server keeps it once.
    own?.tell({ id: crypto.randomUUID(), name, atMs: systemClock.nowMs(), fields: toFields(payload) })
    gtag?.tell(name, toGtagFields(payload))
  })
  void measureVitals().catch((error: unknown) => console.warn('Speeds are not measured.', error))
  return {
    standOn: (next) => gtag?.standOn(next),
    stop() {
      leave()
      end.abort()
      own?.stop()
      gtag?.withdraw()
    },
  }
}

/** The window hears of the page's going after what is told then by others. */
function openOwnTracker(signal: AbortSignal) {
  const rows = { list: listLocal, read: readLocal, write: writeLocal, remove: removeLocal }
  const tracker = createOwnTracker({ queue: createEventQueue(rows), post: postUsage, beacon: beaconUsage, clock: systemClock })
  addEventListener('online', tracker.wake, { signal })
  addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? tracker.hide() : tracker.wake()), { signal })
  addEventListener('pagehide', tracker.hide, { signal })
  return tracker
}
