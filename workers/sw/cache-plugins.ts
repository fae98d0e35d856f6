import type { WorkboxPlugin } from 'workbox-core'
import { BroadcastUpdatePlugin } from 'workbox-broadcast-update'
import { ExpirationPlugin } from 'workbox-expiration'
import { CACHE_MAX_AGE_SECONDS } from '#shared/domain/gallery-rules.ts'
import { markCached } from './is-cacheable.ts'

/** The cache key is the address alone, because headers hold identity and signature. */
export function cacheIf(may: (answer: Response) => boolean): WorkboxPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => request.url,
    cacheWillUpdate: async ({ response }) => (may(response) ? markCached(response) : null),
  }
}

export function atMost(maxEntries: number): ExpirationPlugin {
  return new ExpirationPlugin({ maxEntries, maxAgeSeconds: CACHE_MAX_AGE_SECONDS, purgeOnQuotaError: true })
}

/** Tells all open pages about each cached answer that has changed. */
export function broadcastUpdates(): BroadcastUpdatePlugin {
  return new BroadcastUpdatePlugin({
    headersToCheck: ['etag'],
    generatePayload: ({ request }) => ({ path: new URL(request.url).pathname }),
  })
}
