import { openStore } from '#shared/browser/open-store.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { HUB_DATABASE, IDENTITY_KEY, readRecord } from '#shared/storage/records.ts'
import { can } from '#shared/browser/capabilities.ts'
import { createApiClient } from '#shared/api/client.ts'
import { SIGNATURE_KEY, callerParams } from '#shared/api/common-params.ts'
import { subscribePush } from '#shared/api/push.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { recordPress, recordPush, showPush } from './push-records.ts'
import { openResult, payingWindows } from './notification-click.ts'

const setBadge = async (count: number) => (can('badge') ? navigator.setAppBadge(count).catch(() => undefined) : undefined)

/** Handles push messages while the app is closed, and presses on notifications. Rule: docs/offline.md, "Push". */
export function handlePush(self: ServiceWorkerGlobalScope): void {
  const { registration, clients } = self
  self.addEventListener('push', (event) => {
    const notePush = (taskId: string) => recordPush(openStore(HUB_DATABASE), taskId, Date.now())
    const showNotification = (title: string, options: NotificationOptions) => registration.showNotification(title, options)
    event.waitUntil(showPush(readJson(event.data), { windows: clients, notePush, showNotification, setBadge }))
  })
  self.addEventListener('notificationclick', (event) => {
    const { tag, data } = event.notification
    event.notification.close()
    event.waitUntil(
      Promise.all([openResult(clients, pathOf(data), payingWindows), recordPress(openStore(HUB_DATABASE), tag, Date.now()).then(setBadge)]),
    )
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const changeEvent = event as ExtendableEvent
    changeEvent.waitUntil(
      renewPush(changeEvent as Parameters<typeof renewPush>[0] & ExtendableEvent, registration.pushManager).catch(() => undefined),
    )
  })
}

/** The path of a notification; the path of the creations if it has none, as in notifications of older builds. */
function pathOf(data: unknown): string {
  const path: unknown = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' && path.startsWith('/') && !path.startsWith('//') ? path : ROUTES.creations
}

function readJson(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

/** The event of a changed push subscription. TypeScript's library lacks its type. */
interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

type Manager = Pick<PushManager, 'subscribe'>

/** Called when the push subscription has changed: sends the new subscription to the server. If that fails, the next page sends it. */
async function renewPush({ oldSubscription, newSubscription }: SubscriptionChange, manager: Manager): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (newSubscription === null && !applicationServerKey) return
  const subscription =
    newSubscription ?? (applicationServerKey ? await manager.subscribe({ userVisibleOnly: true, applicationServerKey }) : null)
  if (subscription === null) return
  const { endpoint, keys } = subscription.toJSON()
  const client = createApiClient({
    fetch: (...request) => fetch(...request),
    nowMs: Date.now,
    signKey: SIGNATURE_KEY,
    readCallerParams,
  })
  await client.call(subscribePush, { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } })
}

async function readCallerParams() {
  return callerParams(readRecord(identityRecord, await openStore(HUB_DATABASE).read((tx) => tx.get(IDENTITY_KEY))))
}
