import { Workbox } from 'workbox-window'

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
    hadController = true
  })
  workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', onUpdateReady)
  await workbox.register().catch((error: unknown) => console.warn('The service worker could not be registered.', error))
}

/** Lets the waiting build take over; every tab then loads it. */
export function applyUpdate(): void {
  workbox?.messageSkipWaiting()
}
