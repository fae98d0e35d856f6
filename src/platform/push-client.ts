import { can } from '#shared/platform/capabilities.ts'

/** The browser's push manager; null where it has none. */
export async function pushManager(): Promise<PushManager | null> {
  if (!can('push')) return null
  return (await navigator.serviceWorker.ready).pushManager
}

/** Subscribes with the server's key, replacing a subscription with another key. Rejects where the browser or its push service refuses. */
export async function subscribeWith(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known !== null && toBase64Url(known.options.applicationServerKey) === publicKey) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  const letters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => String.fromCodePoint(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
