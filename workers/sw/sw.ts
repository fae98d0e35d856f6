import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches } from 'workbox-precaching'
import { WAKE_TAG } from '#shared/contract/service-worker-messages.ts'
import { hearPush } from './hear-push.ts'
import { keepArticles, keepGalleries } from './keep-galleries.ts'
import { keepIcons } from './keep-icons.ts'
import { keepShell } from './keep-shell.ts'
import { keepTexts } from './keep-texts.ts'
import { offlineFile } from './offline-file.ts'
import { takeShares } from './take-shares.ts'
import { wakeTabs } from './wake-tabs.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Not in the type library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

cleanupOutdatedCaches()
clientsClaim()
keepTexts(keepShell(self.__WB_MANIFEST))
keepGalleries(offlineFile)
keepArticles()
keepIcons()
takeShares()
hearPush(self)

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === WAKE_TAG) sync.waitUntil(wakeTabs(self.clients))
})
