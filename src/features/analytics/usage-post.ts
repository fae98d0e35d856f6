import type { TrackEvent } from '#shared/api/track.ts'
import type { PostOutcome } from './create-own-tracker.ts'
import { APP_PACKAGE } from '#shared/api/common-params.ts'
import { callPath } from '#shared/api/define-call.ts'
import { trackUsage } from '#shared/api/track.ts'
import { TRACKER_VERSION } from '#shared/domain/track-rules.ts'
import { currentIdentity } from '#src/lib/identity.ts'

const TOO_MANY = 429
const TIMED_OUT = 408
const SERVER_FAULT = 500

/** Sends events with the common parameters beside them; the queue sends them again where nobody answered. */
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

/** What an answer means for the events it is about. */
export function outcomeOf(status: number): PostOutcome {
  if (status < 400) return 'kept'
  return status >= SERVER_FAULT || status === TOO_MANY || status === TIMED_OUT ? 'away' : 'refused'
}

function usageBody(events: readonly TrackEvent[]): string {
  const { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId } = currentIdentity()
  const common = { deviceSize, language, userToken, appInstanceId, appVersion, appPackage: APP_PACKAGE, businessUserId }
  return JSON.stringify({ common: { ...common, timestamp: String(Date.now()), trackerVersion: TRACKER_VERSION }, events })
}
