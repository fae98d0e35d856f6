import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { MAX_CACHED_TEXT_FILES, TEXTS_FOLDER } from '#shared/domain/message-rules.ts'
import { isCacheableAnswer } from './is-cacheable.ts'

const TEXTS = 'texts'

/**
 * Serves this build's texts at once and revalidates them, which the browser does only after a day. Other languages are cached at their first use.
 * Rule: docs/platform.md, "Languages".
 */
export function cacheTexts(fromBuild: (path: string) => Promise<Response | undefined>): void {
  const rules: WorkboxPlugin = {
    cachedResponseWillBeUsed: async ({ cachedResponse, request }) => cachedResponse ?? (await fromBuild(new URL(request.url).pathname)),
    // A server of another build marks its texts as not belonging to this one.
    cacheWillUpdate: async ({ response }) => (isCacheableAnswer(response) ? response : null),
    // Offline, the texts of an older build are better than none.
    handlerDidError: async ({ request }) => (await caches.open(TEXTS)).match(request.url, { ignoreSearch: true }),
  }
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(TEXTS_FOLDER),
    new StaleWhileRevalidate({ cacheName: TEXTS, plugins: [rules, new ExpirationPlugin({ maxEntries: MAX_CACHED_TEXT_FILES })] }),
  )
}
