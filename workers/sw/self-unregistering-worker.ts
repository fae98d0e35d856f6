import { unregisterSelf } from './unregister-self.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(unregisterSelf(self)))

// A page may offer this worker as an update. The page reloads when the user accepts it.
self.addEventListener('message', (event) => {
  const message = event.data as { readonly type?: unknown } | null
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
})
