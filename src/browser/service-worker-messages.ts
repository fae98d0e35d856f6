import { type OpenPathMessage, updatedPathOf, WAKE_MESSAGE, WAKE_TAG, OPEN_PATH_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'

/**
 * Calls `onUpdate` with the path of each cached response that the service worker has updated. The returned function unsubscribes.
 */
export function onGalleryUpdate(onUpdate: (path: string) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    const path = updatedPathOf(data)
    if (path !== undefined) onUpdate(path)
  }
  navigator.serviceWorker?.addEventListener('message', handleMessage)
  return () => navigator.serviceWorker?.removeEventListener('message', handleMessage)
}

/** The part of Background Sync that is used here. Few browsers have it. */
interface SyncingRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/**
 * Asks the browser for a sync event at the next connection, in case the browser notices the connection before the hub does. In a browser
 * without Background Sync, this does nothing, and the hub notices the connection by itself.
 */
export async function askForWake(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as SyncingRegistration | undefined
  await registration?.sync?.register(WAKE_TAG).catch(() => undefined)
}

export function listenForWake(wake: () => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ readonly type?: string } | null>) => {
    if (data?.type === WAKE_MESSAGE) wake()
  })
}

interface LocationDeps {
  readonly go: (path: string) => void
  /** The browser's service worker container; undefined if the browser has none. */
  readonly worker: Pick<EventTarget, 'addEventListener'> | undefined
  readonly pathname: () => string
}

/**
 * Opens the screen of a pressed notification. It replies before that, because the service worker reloads a window that does not
 * reply.
 */
export function followLocations({ go, worker, pathname }: LocationDeps): void {
  worker?.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<Partial<OpenPathMessage> | null>
    if (data?.type !== OPEN_PATH_MESSAGE || typeof data.path !== 'string') return
    ports[0]?.postMessage(true)
    if (splitLocale(pathname()).path !== data.path) go(data.path)
  })
}
