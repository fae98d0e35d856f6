import { NavigationRoute, registerRoute } from 'workbox-routing'
import { type PrecacheEntry, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { DROP_OUTDATED_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { dropOutdated, isHashed, isOtherBuildOpen } from './drop-outdated.ts'
import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { MAX_CACHED_TEXT_FILES, TEXTS_FOLDER } from '#shared/domain/locale-files.ts'
import { isCacheableAnswer } from './is-cacheable.ts'

declare const self: ServiceWorkerGlobalScope

const NOT_APP_PATHS = [
  /^\/api\//,
  /^\/media\//,
  /^\/dev\//,
  /^\/newsletter\//,
  /^(?:\/en)?\/pay\//,
  /^\/healthz$/,
  /^\/readyz$/,
  /^\/metrics$/,
  /^[^?]*\.[a-z0-9]+$/i,
]

/**
 * Precaches the build for offline starts. Hashed files of other builds stay while one of their pages is open, for its lazy parts. All
 * builds share one cache. Returns a lookup of this build's files by path. Rule: docs/offline.md, "Updates".
 */
export function cacheShell(manifest: PrecacheEntry[]): (path: string) => Promise<Response | undefined> {
  const precache = new PrecacheController()
  precache.addToCacheList(manifest)
  const { cacheName } = precache.strategy

  async function deleteOutdatedFiles(): Promise<void> {
    // Deletes nothing while a newer build is installing or waiting. The newer build deletes old files when it activates.
    const { installing, waiting } = self.registration
    if (installing !== null || waiting !== null) return
    const isOtherOpen = await isOtherBuildOpen(self.clients, navigator.locks, __BUILT_AT_MS__)
    await dropOutdated(await caches.open(cacheName), new Set(precache.getURLsToCacheKeys().values()), isOtherOpen)
  }

  self.addEventListener('install', (event) => void precache.install(event))
  self.addEventListener('activate', (event) => event.waitUntil(deleteOutdatedFiles()))
  self.addEventListener('message', (event) => {
    const message = event.data as { readonly type?: unknown } | null
    if (message?.type === DROP_OUTDATED_MESSAGE) event.waitUntil(deleteOutdatedFiles())
  })
  registerRoute(new PrecacheRoute(precache))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isHashed(url.href),
    async ({ request }) => (await (await caches.open(cacheName)).match(request.url)) ?? fetch(request),
  )
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), { denylist: NOT_APP_PATHS }))
  return (path) => precache.matchPrecache(path)
}

const TEXTS_CACHE = 'texts'

/**
 * Serves this build's texts from the cache and updates them in the background. With the HTTP cache alone, an update could arrive a day late.
 * Other languages are cached at their first use.
 * Rule: docs/platform.md, "Languages".
 */
export function cacheTexts(findInBuild: (path: string) => Promise<Response | undefined>): void {
  const textPlugin: WorkboxPlugin = {
    cachedResponseWillBeUsed: async ({ cachedResponse, request }) => cachedResponse ?? (await findInBuild(new URL(request.url).pathname)),
    // A server of another build marks its texts as not cacheable for this one.
    cacheWillUpdate: async ({ response }) => (isCacheableAnswer(response) ? response : null),
    // Offline, the texts of an older build are better than none.
    handlerDidError: async ({ request }) => (await caches.open(TEXTS_CACHE)).match(request.url, { ignoreSearch: true }),
  }
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(TEXTS_FOLDER),
    new StaleWhileRevalidate({
      cacheName: TEXTS_CACHE,
      plugins: [textPlugin, new ExpirationPlugin({ maxEntries: MAX_CACHED_TEXT_FILES })],
    }),
  )
}
