import { NavigationRoute, registerRoute } from 'workbox-routing'
import { type PrecacheEntry, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { DROP_OUTDATED_MESSAGE } from '#shared/contract/update-contract.ts'
import { dropOutdated, isHashed, isOtherBuildOpen } from './drop-outdated.ts'

declare const self: ServiceWorkerGlobalScope

const NOT_THE_APP = [
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
 * Precaches the build for offline starts, and keeps hashed files of other builds while one of their pages is open, for its lazy parts. All builds
 * share one cache. Returns a lookup of this build's files by path. Rule: docs/offline.md, "Updates".
 */
export function cacheShell(manifest: PrecacheEntry[]): (path: string) => Promise<Response | undefined> {
  const precache = new PrecacheController()
  precache.addToCacheList(manifest)
  const { cacheName } = precache.strategy

  async function tidy(): Promise<void> {
    // Leaves files of a newer build alone; that build cleans up when it activates.
    const { installing, waiting } = self.registration
    if (installing !== null || waiting !== null) return
    const isOtherOpen = await isOtherBuildOpen(self.clients, navigator.locks, __BUILT_AT_MS__)
    await dropOutdated(await caches.open(cacheName), new Set(precache.getURLsToCacheKeys().values()), isOtherOpen)
  }

  self.addEventListener('install', (event) => void precache.install(event))
  self.addEventListener('activate', (event) => event.waitUntil(tidy()))
  self.addEventListener('message', (event) => {
    const message = event.data as { readonly type?: unknown } | null
    if (message?.type === DROP_OUTDATED_MESSAGE) event.waitUntil(tidy())
  })
  registerRoute(new PrecacheRoute(precache))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isHashed(url.href),
    async ({ request }) => (await (await caches.open(cacheName)).match(request.url)) ?? fetch(request),
  )
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }))
  return (path) => precache.matchPrecache(path)
}
