import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { WAKE_TAG } from '#shared/contract/wake-signal.ts'
import { keepGalleries } from './keep-galleries.ts'
import { keepIcons } from './keep-icons.ts'
import { keptFile } from './kept-file.ts'
import { openCreations } from './notification-click.ts'
import { takeShares } from './take-shares.ts'
import { wakeTabs } from './wake-tabs.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Not in the type library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const NOT_THE_APP = [/^\/api\//, /^\/media\//, /^\/dev\//, /^(?:\/en)?\/pay\//, /^\/healthz$/, /^\/readyz$/, /^\/metrics$/, /\.[a-z0-9]+$/i]

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
clientsClaim()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }))
keepGalleries(keptFile)
keepIcons()
takeShares()

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openCreations(self.clients))
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === WAKE_TAG) sync.waitUntil(wakeTabs(self.clients))
})
