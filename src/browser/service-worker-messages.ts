import { type OpenPathMessage, updatedPathOf, WAKE_MESSAGE, WAKE_TAG, OPEN_PATH_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'

/** Calls back with the path of each cached response that the service worker has updated; returns a function that stops it. */
export function onGalleryUpdate(onUpdate: (path: string) => void): () => void {
  const listen = ({ data }: MessageEvent<unknown>) => {
    const path = updatedPathOf(data)
    if (path !== undefined) onUpdate(path)
  }
  navigator.serviceWorker?.addEventListener('message', listen)
  return () => navigator.serviceWorker?.removeEventListener('message', listen)
}

/** The part of Background Sync in use; few browsers have it. */
interface Syncing {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Requests a sync event for the next connection, in case the browser detects it before the hub. Nothing depends on it. */
export async function askForWake(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined
  await registration?.sync?.register(WAKE_TAG).catch(() => undefined)
}

export function listenForWake(wake: () => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ readonly type?: string } | null>) => {
    if (data?.type === WAKE_MESSAGE) wake()
  })
}

interface LocationDeps {
  readonly go: (path: string) => void
  /** Undefined in a browser without service workers. */
  readonly worker: Pick<EventTarget, 'addEventListener'> | undefined
  readonly pathname: () => string
}

/**
 * Navigates to the target of a pressed notification. It replies first, because without a reply the service worker
 * reloads this window.
 */
export function followLocations({ go, worker, pathname }: LocationDeps): void {
  worker?.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<Partial<OpenPathMessage> | null>
    if (data?.type !== OPEN_PATH_MESSAGE || typeof data.path !== 'string') return
    ports[0]?.postMessage(true)
    if (splitLocale(pathname()).path !== data.path) go(data.path)
  })
}
