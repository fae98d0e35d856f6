import { subscribePush, unsubscribePush } from '#shared/api/push.ts'
import { areNoticesAllowed } from '#src/platform/notifications.ts'
import { pushManager, subscribeWith } from '#src/platform/push-client.ts'
import { api } from '#src/platform/api.ts'
import { readAppInfo } from '#src/platform/app-info.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { rereadIdentity } from '#src/platform/identity.ts'
import { preferences } from '#src/platform/preferences.ts'
import { subscribe } from '#src/platform/state.ts'

/**
 * Subscribes this browser to push messages about finished videos for the current account, while notifications are allowed.
 * Failures are silent and are retried when the network is back and at the next start. Rule: docs/offline.md, "Push".
 */
export function followPush(): () => void {
  let done = ''
  let running = Promise.resolve()
  const look = () => {
    const { identity, connection } = hubState
    if (!connection.isOnline) done = ''
    if (identity === null || !connection.isOnline) return
    const wanted = areNoticesAllowed() ? `on ${identity.epoch}` : 'off'
    if (wanted === done) return
    done = wanted
    running = running.then(() => (wanted === 'off' ? leave() : join())).catch(() => undefined)
  }
  const stops = [subscribe(hubState, look), subscribe(preferences, look)]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}

async function join(): Promise<void> {
  // Includes a change that another tab is still storing.
  await rereadIdentity()
  const manager = await pushManager()
  const publicKey = (await readAppInfo())?.vapidPublicKey
  if (manager === null || publicKey === undefined || publicKey === null) return
  const { endpoint, keys } = (await subscribeWith(manager, publicKey)).toJSON()
  await api.call(subscribePush, { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } })
}

async function leave(): Promise<void> {
  const known = await (await pushManager())?.getSubscription()
  if (known === null || known === undefined) return
  await api.call(unsubscribePush, { endpoint: known.endpoint })
  await known.unsubscribe()
}
