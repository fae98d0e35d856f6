import { Workbox } from 'workbox-window'
import { PICTURE_PATH } from '#shared/contract/service-worker-messages.ts'
import { DROP_OUTDATED_MESSAGE } from '#shared/contract/update-contract.ts'
import { ICON_PATH } from '#shared/domain/icon-rules.ts'
import { TAKE_OVER_WAIT_MS } from '#shared/domain/update-rules.ts'
import { can } from '#shared/platform/capabilities.ts'

interface ServiceWorkerOptions {
  /** Another build waits; `applyUpdate` brings it in. */
  readonly onUpdateReady: () => void
  /** Another build has taken over, and this page is of the one before. */
  readonly onReplaced: () => void
}

let workbox: Workbox | undefined
let registration: ServiceWorkerRegistration | undefined

/** Registers the service worker. An update is offered, never applied by itself. */
export async function startServiceWorker({ onUpdateReady, onReplaced }: ServiceWorkerOptions): Promise<void> {
  if (!can('serviceWorker') || !import.meta.env.PROD) return
  let hadController = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // A page that loads anew sooner would wait for the new one, without an end where that stops half-way.
    if (hadController) void whenActivated(navigator.serviceWorker.controller, TAKE_OVER_WAIT_MS).then(onReplaced)
    else keepSeen()
    hadController = true
  })
  workbox = new Workbox('/sw.js')
  registration = await workbox.register().catch((error: unknown) => {
    console.warn('The service worker could not be registered.', error)
    return undefined
  })
  if (registration !== undefined) followWaiting(registration, onUpdateReady)
  navigator.serviceWorker.controller?.postMessage({ type: DROP_OUTDATED_MESSAGE })
}

/** One after the other, as long as the page lives: Workbox itself sees only the first. */
function followWaiting(of: ServiceWorkerRegistration, onUpdateReady: () => void): void {
  const look = () => {
    if (of.waiting !== null && of.active !== null) onUpdateReady()
  }
  const followInstalling = () => of.installing?.addEventListener('statechange', look)
  of.addEventListener('updatefound', followInstalling)
  followInstalling()
  look()
}

/** What was shown before there was a service worker passes through it once more, mostly from the browser's own cache. */
function keepSeen(): void {
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  const urlsToCache = seen.flatMap(({ origin, pathname, href }) =>
    origin === location.origin && (PICTURE_PATH.test(pathname) || pathname.startsWith(ICON_PATH)) ? [href] : [],
  )
  navigator.serviceWorker.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
}

/** Lets the waiting build take over; every tab then loads it. False when none waits. */
export function applyUpdate(): boolean {
  const isWaiting = registration?.waiting instanceof ServiceWorker
  if (isWaiting) workbox?.messageSkipWaiting()
  return isWaiting
}

/** Has the browser look for another build now. False where there is no service worker to bring it. */
export async function checkForUpdate(): Promise<boolean> {
  if (registration === undefined) return false
  await registration.update().catch((error: unknown) => console.warn('No other build could be looked for.', error))
  return true
}

/** What this needs of a service worker. */
type StartingWorker = Pick<ServiceWorker, 'state' | 'addEventListener' | 'removeEventListener'>

/** Resolves when a service worker that takes over has done so, or has ended, after `limitMs` at the latest. */
export function whenActivated(worker: StartingWorker | null, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (worker === null) return resolve()
    const limit = setTimeout(settle, limitMs)
    const look = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') settle()
    }
    function settle(): void {
      clearTimeout(limit)
      worker?.removeEventListener('statechange', look)
      resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
