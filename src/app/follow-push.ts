import { subscribePush, unsubscribePush } from '#shared/api/push.ts'
import { areNoticesAllowed } from '#src/browser/notifications.ts'
import { api } from '#src/hub-client/api.ts'
import { requestAppInfo } from '#src/hub-client/app-info.ts'
import { hubState, subscribe } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { rereadIdentity } from '#src/hub-client/identity.ts'
import { preferences } from '#src/store/preferences.ts'
import { can } from '#shared/browser/capabilities.ts'

/**
 * Subscribes this browser to push messages about finished videos, for the current identity, while notifications are allowed; otherwise
 * ends the subscription. Failures are not shown; a reconnect and the next start retry. Rule: docs/offline.md, "Push".
 */
export function followPush(): () => void {
  let appliedState = ''
  let lastChange = Promise.resolve()
  const updateSubscription = () => {
    const { identity, connection } = hubState
    if (!connection.isOnline) appliedState = ''
    if (identity === null || !connection.isOnline) return
    const wantedState = areNoticesAllowed() ? `on ${identity.epoch}` : 'off'
    if (wantedState === appliedState) return
    appliedState = wantedState
    lastChange = lastChange.then(() => (wantedState === 'off' ? unsubscribeBrowser() : subscribeBrowser())).catch(() => undefined)
  }
  const stops = [subscribeKeys(hubState, ['identity', 'connection'], updateSubscription), subscribe(preferences, updateSubscription)]
  updateSubscription()
  return () => {
    for (const stop of stops) stop()
  }
}

async function subscribeBrowser(): Promise<void> {
  // Another tab may be storing a changed identity at the moment.
  await rereadIdentity()
  const manager = await pushManager()
  const publicKey = (await requestAppInfo())?.vapidPublicKey
  if (manager === null || publicKey === undefined || publicKey === null) return
  const { endpoint, keys } = (await subscribeWith(manager, publicKey)).toJSON()
  await api.call(subscribePush, { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } })
}

async function unsubscribeBrowser(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription()
  if (subscription === null || subscription === undefined) return
  await api.call(unsubscribePush, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** The browser's push manager; null if the browser has no push. */
async function pushManager(): Promise<PushManager | null> {
  if (!can('push')) return null
  return (await navigator.serviceWorker.ready).pushManager
}

/**
 * Subscribes with the server's key. A subscription with another key is replaced. Rejects if the browser or its push service
 * refuses.
 */
async function subscribeWith(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const subscription = await manager.getSubscription()
  if (subscription !== null && toBase64Url(subscription.options.applicationServerKey) === publicKey) return subscription
  await subscription?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  const letters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => String.fromCodePoint(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
