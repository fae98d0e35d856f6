import { openStore } from '#shared/browser/open-store.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { HUB_DATABASE } from '#shared/storage/keys.ts'
import { can } from '#shared/platform/capabilities.ts'
import { notePressed, notePush } from './note-push.ts'
import { openResult, payingWindows } from './notification-click.ts'
import { renewPush } from './renew-push.ts'
import { tellPush } from './tell-push.ts'

const badge = async (count: number) => (can('badge') ? navigator.setAppBadge(count).catch(() => undefined) : undefined)

/** News of the server while the app is closed, and presses on notifications. Rule: docs/rules.md, "Push". */
export function hearPush(self: ServiceWorkerGlobalScope): void {
  const { registration, clients } = self
  self.addEventListener('push', (event) => {
    const note = (taskId: string) => notePush(openStore(HUB_DATABASE), taskId, Date.now())
    const show = (title: string, options: NotificationOptions) => registration.showNotification(title, options)
    event.waitUntil(tellPush(readJson(event.data), { windows: clients, note, show, badge }))
  })
  self.addEventListener('notificationclick', (event) => {
    const { tag, data } = event.notification
    event.notification.close()
    event.waitUntil(
      Promise.all([openResult(clients, pathOf(data), payingWindows), notePressed(openStore(HUB_DATABASE), tag, Date.now()).then(badge)]),
    )
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as ExtendableEvent
    change.waitUntil(
      renewPush(change as Parameters<typeof renewPush>[0] & ExtendableEvent, registration.pushManager).catch(() => undefined),
    )
  })
}

/** Notifications of an older build name no place. */
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
