import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches } from 'workbox-precaching'
import { WAKE_TAG } from '#shared/contract/service-worker-messages.ts'
import { handlePush } from './handle-push.ts'
import { cacheArticles, cacheGalleries, cacheIcons } from './cache-answers.ts'
import { cacheShell, cacheTexts } from './cache-shell.ts'
import { offlineFile } from './offline-file.ts'
import { receiveShares } from './receive-shares.ts'
import { wakeTabs } from './wake-tabs.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { url: string; revision: string | null }[] }

/** The event of Background Sync. TypeScript's library lacks its type. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

cleanupOutdatedCaches()
clientsClaim()
cacheTexts(cacheShell(self.__WB_MANIFEST))
cacheGalleries(offlineFile)
cacheArticles()
cacheIcons()
receiveShares()
handlePush(self)

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === WAKE_TAG) sync.waitUntil(wakeTabs(self.clients))
})
