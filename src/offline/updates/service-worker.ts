import { Workbox } from 'workbox-window'
import { PICTURE_PATH, DROP_OUTDATED_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { ICON_PATH } from '#shared/domain/icon-rules.ts'
import { ACTIVATION_WAIT_MS } from '#shared/domain/update-rules.ts'
import { can } from '#shared/browser/capabilities.ts'

interface ServiceWorkerOptions {
  /** Another build is waiting. `applyUpdate` activates it. */
  readonly onUpdateReady: () => void
  /** Another build has become active while this page runs the previous one. */
  readonly onReplaced: () => void
}

/** How long a first visit runs before the whole app is downloaded and stored, in ms. */
const STORE_AFTER_MS = 3000

let workbox: Workbox | undefined
let registration: ServiceWorkerRegistration | undefined

/** Registers the service worker. An update is offered, never applied automatically. */
export async function startServiceWorker({ onUpdateReady, onReplaced }: ServiceWorkerOptions): Promise<void> {
  if (!can('serviceWorker') || !import.meta.env.PROD) return
  let hadController = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // An earlier reload would wait for the new worker, forever if its installation stops.
    if (hadController) void whenActivated(navigator.serviceWorker.controller, ACTIVATION_WAIT_MS).then(onReplaced)
    else cacheSeen()
    hadController = true
  })
  if (!hadController) await new Promise((resolve) => setTimeout(resolve, STORE_AFTER_MS))
  workbox = new Workbox('/sw.js')
  registration = await workbox.register().catch((error: unknown) => {
    console.warn('The service worker could not be registered.', error)
    return undefined
  })
  if (registration !== undefined) followWaiting(registration, onUpdateReady)
  navigator.serviceWorker.controller?.postMessage({ type: DROP_OUTDATED_MESSAGE })
}

/** Watches every update for the lifetime of the page: Workbox only sees the first. */
function followWaiting(of: ServiceWorkerRegistration, onUpdateReady: () => void): void {
  const check = () => {
    if (of.waiting !== null && of.active !== null) onUpdateReady()
  }
  const followInstalling = () => of.installing?.addEventListener('statechange', check)
  of.addEventListener('updatefound', followInstalling)
  followInstalling()
  check()
}

/** Fetches the files again that were loaded before the service worker controlled the page, mostly from the HTTP cache, to store them. */
function cacheSeen(): void {
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  const urlsToCache = seen.flatMap(({ origin, pathname, href }) =>
    origin === location.origin && (PICTURE_PATH.test(pathname) || pathname.startsWith(ICON_PATH)) ? [href] : [],
  )
  navigator.serviceWorker.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
}

/** Activates the waiting build; every tab then reloads. False if none is waiting. */
export function applyUpdate(): boolean {
  const isWaiting = registration?.waiting instanceof ServiceWorker
  if (isWaiting) workbox?.messageSkipWaiting()
  return isWaiting
}

/** Checks for another build now. False without a service worker. */
export async function checkForUpdate(): Promise<boolean> {
  if (registration === undefined) return false
  await registration.update().catch((error: unknown) => console.warn('No other build could be looked for.', error))
  return true
}

/** The part of ServiceWorker in use. */
type StartingWorker = Pick<ServiceWorker, 'state' | 'addEventListener' | 'removeEventListener'>

/** Resolves when a service worker has activated or become redundant, after `limitMs` at the latest. */
export function whenActivated(worker: StartingWorker | null, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (worker === null) return resolve()
    const limit = setTimeout(settle, limitMs)
    const check = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') settle()
    }
    function settle(): void {
      clearTimeout(limit)
      worker?.removeEventListener('statechange', check)
      resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}
