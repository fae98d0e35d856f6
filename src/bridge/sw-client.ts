import { Workbox } from 'workbox-window'
import { PICTURE_PATH } from '#shared/contract/gallery-updates.ts'
import { ICON_PATH } from '#shared/domain/icon-rules.ts'

export interface ServiceWorkerOptions {
  /** Another build waits; `applyUpdate` brings it in. */
  readonly onUpdateReady: () => void
}

let workbox: Workbox | undefined

/** Registers the service worker. An update is offered, never applied by itself. */
export async function startServiceWorker({ onUpdateReady }: ServiceWorkerOptions): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  let hadController = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadController) location.reload()
    else keepSeen()
    hadController = true
  })
  workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', onUpdateReady)
  await workbox.register().catch((error: unknown) => console.warn('The service worker could not be registered.', error))
}

/** What was shown before there was a service worker passes through it once more, mostly from the browser's own cache. */
function keepSeen(): void {
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  const urlsToCache = seen.flatMap(({ origin, pathname, href }) =>
    origin === location.origin && (PICTURE_PATH.test(pathname) || pathname.startsWith(ICON_PATH)) ? [href] : [],
  )
  navigator.serviceWorker.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
}

/** Lets the waiting build take over; every tab then loads it. */
export function applyUpdate(): void {
  workbox?.messageSkipWaiting()
}
