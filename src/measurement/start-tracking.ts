import type { AppInfo } from '#shared/api/app-info.ts'
import { type Gtag, type GtagPage, createGtag, toFields, toGtagFields } from './gtag.ts'
import type { TrackedScreen } from './page-view.ts'
import { systemClock } from '#shared/clock.ts'
import { listLocal, readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'
import { addTrackSink, track } from '#src/reporting/track.ts'
import { createEventQueue } from './event-queue.ts'
import { createOwnTracker, beaconUsage, postUsage } from './own-tracker.ts'

let isMeasuring = false

type Trackers = Pick<AppInfo, 'hasUsageTracker' | 'gtagId'>

let gtag: Gtag | undefined

export interface Tracking {
  /** Sets the screen to which further events belong. */
  readonly setCurrentScreen: (screen: TrackedScreen) => void
  /** Stops the tracking at once and deletes events that are not sent yet. */
  readonly stop: () => void
}

/** Starts tracking usage, with the trackers that this server has configured. */
export function startTracking({ hasUsageTracker, gtagId }: Trackers, screen: TrackedScreen): Tracking {
  const endController = new AbortController()
  const ownTracker = hasUsageTracker ? openOwnTracker(endController.signal) : undefined
  if (gtagId !== null) gtag ??= createGtag(gtagId, gtagPage(gtagId))
  gtag?.grant(screen)
  const removeSink = addTrackSink((name, payload) => {
    // Each event has an id, so that the server stores a repeated event only once.
    ownTracker?.sendEvent({ id: crypto.randomUUID(), name, atMs: systemClock.nowMs(), fields: toFields(payload) })
    gtag?.sendEvent(name, toGtagFields(payload))
  })
  void measureVitals().catch((error: unknown) => console.warn('Page speed is not measured.', error))
  return {
    setCurrentScreen: (nextScreen) => gtag?.setCurrentScreen(nextScreen),
    stop() {
      removeSink()
      endController.abort()
      ownTracker?.stop()
      gtag?.withdraw()
    },
  }
}

/**
 * Opens this server's own tracker. Its pagehide listener is on the window, so that events tracked by other pagehide listeners are
 * included.
 */
function openOwnTracker(signal: AbortSignal) {
  const rows = { list: listLocal, read: readLocal, write: writeLocal, remove: removeLocal }
  const tracker = createOwnTracker({ queue: createEventQueue(rows), post: postUsage, beacon: beaconUsage, clock: systemClock })
  addEventListener('online', tracker.wake, { signal })
  addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? tracker.sendOnHide() : tracker.wake()), {
    signal,
  })
  addEventListener('pagehide', tracker.sendOnHide, { signal })
  return tracker
}

/** Tracks web vitals. The browser measures each of them once per page, so a second call does nothing. */
async function measureVitals(): Promise<void> {
  if (isMeasuring) return
  isMeasuring = true
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    measure(({ name, value, rating }) => track('web_vital', { name, value: roundVital(name, value), result: rating }))
  }
}

/** Rounds a web vital: CLS is a fraction, all others are in ms. */
function roundVital(name: string, value: number): number {
  return name === 'CLS' ? Number(value.toFixed(4)) : Math.round(value)
}

/** The parts of the page that Google's script uses. */
function gtagPage(id: string): GtagPage {
  const globals = globalThis as unknown as Record<string, unknown>
  const dataLayer = (globals['dataLayer'] ??= []) as unknown[]
  // Google's script recognises a command only as an `arguments` object.
  function gtag(): void {
    // oxlint-disable-next-line prefer-rest-params -- see above
    dataLayer.push(arguments)
  }
  return {
    push: gtag,
    loadScript(src) {
      document.head.append(Object.assign(document.createElement('script'), { async: true, src }))
    },
    setDisabled(isDisabled) {
      globals[`ga-disable-${id}`] = isDisabled
    },
    removeCookies,
    now: () => new Date(),
  }
}

/** Deletes Google's cookies. They are set on the widest possible domain, so this tries every parent domain. */
function removeCookies(): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  for (const [name = ''] of document.cookie.split('; ').map((cookie) => cookie.split('='))) {
    if (!/^_ga(?:_|$)/.test(name)) continue
    // oxlint-disable-next-line unicorn/no-document-cookie -- CookieStore is asynchronous, and the page may be closing
    for (const domain of ['', ...domains.map((domain) => `; domain=${domain}`)]) document.cookie = `${name}=; max-age=0; path=/${domain}`
  }
}
