import { type TrackEvent, trackUsage } from '#shared/api/track.ts'
import type { Clock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'
import * as rules from '#shared/domain/measurement-rules.ts'
import { callerParams } from '#shared/api/common-params.ts'
import { callPath } from '#shared/api/define-call.ts'
import { currentIdentity } from '#src/hub-client/identity.ts'
import type { EventQueue } from './event-queue.ts'

/** `refused`: the server would reject the events again. `away`: no answer, or a temporary failure. */
export type PostOutcome = 'stored' | 'refused' | 'away'

interface OwnTrackerDeps {
  readonly queue: EventQueue
  readonly post: (events: readonly TrackEvent[], signal: AbortSignal) => Promise<PostOutcome>
  /** Sends events while the page closes, without waiting for an answer. */
  readonly beacon: (events: readonly TrackEvent[]) => void
  readonly clock: Pick<Clock, 'sleep'>
}

interface OwnTracker {
  readonly sendEvent: (event: TrackEvent) => void
  /** Sends the events now instead of after the pause, because the network may be available again. */
  readonly wake: () => void
  /** Sends events when the page is hidden or closes. They stay in the queue, because their arrival is unknown. */
  readonly sendOnHide: () => void
  /** Stops at once and deletes the events that are not sent yet. */
  readonly stop: () => void
}

/** Sends the queued events in batches, and retries until the server has answered. Rule: docs/measurement.md, "Usage". */
export function createOwnTracker({ queue, post, beacon, clock }: OwnTrackerDeps): OwnTracker {
  const endController = new AbortController()
  let pauseController = new AbortController()
  let isSending = false

  async function sleepUnlessWoken(ms: number): Promise<void> {
    pauseController = new AbortController()
    await anySignal([pauseController.signal, endController.signal], (signal) => clock.sleep(ms, signal))
  }

  async function sendAll(): Promise<void> {
    await sleepUnlessWoken(rules.TRACK_GATHER_MS)
    let retryMs = rules.TRACK_RETRY_MS
    for (let events = queue.readFirst(rules.MAX_TRACK_EVENTS); events.length > 0; events = queue.readFirst(rules.MAX_TRACK_EVENTS)) {
      const outcome = await post(events, endController.signal)
      if (endController.signal.aborted) return
      if (outcome === 'away') {
        await sleepUnlessWoken(retryMs)
        retryMs = Math.min(2 * retryMs, rules.TRACK_LONGEST_RETRY_MS)
      } else {
        queue.remove(events)
        retryMs = rules.TRACK_RETRY_MS
      }
      if (endController.signal.aborted) return
    }
  }

  function startSending(): void {
    if (isSending || endController.signal.aborted || queue.readFirst(1).length === 0) return
    isSending = true
    void sendAll().finally(() => {
      isSending = false
      startSending()
    })
  }

  startSending()
  return {
    sendEvent(event) {
      if (endController.signal.aborted) return
      queue.add(event)
      startSending()
    },
    wake: () => pauseController.abort(),
    sendOnHide() {
      const events = queue.readFirst(rules.MAX_TRACK_EVENTS)
      if (events.length > 0) beacon(events)
    },
    stop() {
      endController.abort()
      queue.clear()
    },
  }
}

const STATUS_TOO_MANY_REQUESTS = 429
const STATUS_TIMEOUT = 408
const STATUS_SERVER_ERROR = 500

/** Sends events to this server. If the outcome is `away`, the caller sends the events again. */
export async function postUsage(events: readonly TrackEvent[], signal: AbortSignal): Promise<PostOutcome> {
  try {
    const response = await fetch(callPath(trackUsage), {
      method: trackUsage.method,
      headers: { 'content-type': 'application/json' },
      body: usageBody(events),
      credentials: 'same-origin',
      keepalive: true,
      signal,
    })
    return outcomeOf(response.status)
  } catch {
    return 'away'
  }
}

export function beaconUsage(events: readonly TrackEvent[]): void {
  navigator.sendBeacon(callPath(trackUsage), new Blob([usageBody(events)], { type: 'application/json' }))
}

/** What an HTTP status means for the events that were sent. */
export function outcomeOf(status: number): PostOutcome {
  if (status < 400) return 'stored'
  return status >= STATUS_SERVER_ERROR || status === STATUS_TOO_MANY_REQUESTS || status === STATUS_TIMEOUT ? 'away' : 'refused'
}

function usageBody(events: readonly TrackEvent[]): string {
  const common = { ...callerParams(currentIdentity()), timestamp: String(Date.now()), trackerVersion: rules.TRACKER_VERSION }
  return JSON.stringify({ common, events })
}
