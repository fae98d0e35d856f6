import { Workbox } from 'workbox-window'
import { PICTURE_PATH, DROP_OUTDATED_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { ICON_PATH } from '#shared/domain/icon-rules.ts'
import { ACTIVATION_WAIT_MS } from '#shared/domain/update-rules.ts'
import { can } from '#shared/browser/capabilities.ts'
import { installWhenOnline } from './install-when-online.ts'

interface ServiceWorkerOptions {
  /** Called when another build is installed and waits. `applyUpdate` activates it. */
  readonly onUpdateReady: () => void
  /** Called when another build has become active while this page still runs its own build. */
  readonly onReplaced: () => void
}

/** On a first visit, the page registers the service worker after this time, in ms. The worker then downloads and stores the whole app. */
const STORE_AFTER_MS = 3000

let workbox: Workbox | undefined
let registration: ServiceWorkerRegistration | undefined

/** Registers the service worker. An update is offered, never applied automatically. */
export async function startServiceWorker({ onUpdateReady, onReplaced }: ServiceWorkerOptions): Promise<void> {
  if (!can('serviceWorker') || !import.meta.env.PROD) return
  let hadController = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // A reload before the new worker is active would wait for its activation, forever if the activation hangs.
    if (hadController) void whenActivated(navigator.serviceWorker.controller, ACTIVATION_WAIT_MS).then(onReplaced)
    else cacheSeen()
    hadController = true
  })
  if (!hadController) await new Promise((resolve) => setTimeout(resolve, STORE_AFTER_MS))
  await new Promise<void>((resolve) => {
    void installWhenOnline(async () => {
      const made = await register(onUpdateReady)
      resolve()
      return made
    })
  })
  navigator.serviceWorker.controller?.postMessage({ type: DROP_OUTDATED_MESSAGE })
}

async function register(onUpdateReady: () => void): Promise<ServiceWorkerRegistration | undefined> {
  // A Workbox instance can register only once.
  workbox = new Workbox('/sw.js')
  registration = await workbox.register().catch((error: unknown) => {
    console.warn('The service worker could not be registered.', error)
    return undefined
  })
  if (registration !== undefined) followWaiting(registration, onUpdateReady)
  return registration
}

/** Calls `onUpdateReady` for every waiting build while the page is open. Workbox reports only the first one. */
function followWaiting(of: ServiceWorkerRegistration, onUpdateReady: () => void): void {
  const check = () => {
    if (of.waiting !== null && of.active !== null) onUpdateReady()
  }
  const followInstalling = () => of.installing?.addEventListener('statechange', check)
  of.addEventListener('updatefound', followInstalling)
  followInstalling()
  check()
}

/**
 * Asks the service worker to cache the pictures and icons that this page loaded before the worker controlled it. The worker requests them
 * again; most of the answers come from the HTTP cache.
 */
function cacheSeen(): void {
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  const urlsToCache = seen.flatMap(({ origin, pathname, href }) =>
    origin === location.origin && (PICTURE_PATH.test(pathname) || pathname.startsWith(ICON_PATH)) ? [href] : [],
  )
  navigator.serviceWorker.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
}

/** Activates the waiting build, after which every tab reloads. False if no build is waiting. */
export function applyUpdate(): boolean {
  const isWaiting = registration?.waiting instanceof ServiceWorker
  if (isWaiting) workbox?.messageSkipWaiting()
  return isWaiting
}

/** Checks now whether the server has another build. False without a service worker. */
export async function checkForUpdate(): Promise<boolean> {
  if (registration === undefined) return false
  await registration.update().catch((error: unknown) => console.warn('The update check failed.', error))
  return true
}

/** The part of `ServiceWorker` that `whenActivated` uses. */
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
