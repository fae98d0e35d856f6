import { OFFLINE_CACHE } from '#shared/storage/keys.ts'

/** What this needs of the service worker's `registration` and `caches`. */
interface Leaving {
  readonly registration: { unregister(): Promise<boolean> }
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'>
}

/** Takes the service worker and the copies it has made off the device. What the person keeps on purpose stays, and open pages go on from the network. */
export async function unregisterSelf({ registration, caches }: Leaving): Promise<void> {
  await registration.unregister()
  for (const name of await caches.keys()) if (name !== OFFLINE_CACHE) await caches.delete(name)
}
