import type { WorkboxPlugin } from 'workbox-core'
import { BroadcastUpdatePlugin } from 'workbox-broadcast-update'
import { ExpirationPlugin } from 'workbox-expiration'
import { KEPT_UNSEEN_SECONDS } from '#shared/domain/gallery-rules.ts'
import { asKept } from './may-keep.ts'

/** The key is an address alone: headers name a person and sign a moment. */
export function keep(may: (answer: Response) => boolean): WorkboxPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => request.url,
    cacheWillUpdate: async ({ response }) => (may(response) ? asKept(response) : null),
  }
}

export function atMost(maxEntries: number): ExpirationPlugin {
  return new ExpirationPlugin({ maxEntries, maxAgeSeconds: KEPT_UNSEEN_SECONDS, purgeOnQuotaError: true })
}

/** Tells all open pages of each kept answer that was replaced by another one. */
export function tellNews(): BroadcastUpdatePlugin {
  return new BroadcastUpdatePlugin({
    headersToCheck: ['etag'],
    generatePayload: ({ request }) => ({ path: new URL(request.url).pathname }),
  })
}
