import { OFFLINE_CACHE } from '#shared/storage/records.ts'

/** The part of the service worker's `registration` and `caches` in use. */
interface WorkerScope {
  readonly registration: { unregister(): Promise<boolean> }
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'>
}

/** Unregisters the service worker and deletes its caches. Offline videos stay, and open pages continue with the network. */
export async function unregisterSelf({ registration, caches }: WorkerScope): Promise<void> {
  await registration.unregister()
  for (const name of await caches.keys()) if (name !== OFFLINE_CACHE) await caches.delete(name)
}
