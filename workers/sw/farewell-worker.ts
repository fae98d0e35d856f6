import { sayFarewell } from './say-farewell.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(sayFarewell(self)))

// A page that offers it as another version is loaded anew when its person wants that.
self.addEventListener('message', (event) => {
  const message = event.data as { readonly type?: unknown } | null
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
})
