import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { MAX_CACHED_TEXT_FILES, TEXTS_FOLDER } from '#shared/domain/message-rules.ts'
import { isCacheableAnswer } from './is-cacheable.ts'

const TEXTS = 'texts'

/**
 * Answers with the texts of this build at once and asks for them anew behind, which the browser itself does only once they are a day old.
 * What the app does not bring along, a chosen language, is kept from its first use on. Rule: docs/platform.md, "Languages".
 */
export function cacheTexts(fromBuild: (path: string) => Promise<Response | undefined>): void {
  const rules: WorkboxPlugin = {
    cachedResponseWillBeUsed: async ({ cachedResponse, request }) => cachedResponse ?? (await fromBuild(new URL(request.url).pathname)),
    // A server of another build says that its texts are not those.
    cacheWillUpdate: async ({ response }) => (isCacheableAnswer(response) ? response : null),
    // Without the network those of an older build are better than none.
    handlerDidError: async ({ request }) => (await caches.open(TEXTS)).match(request.url, { ignoreSearch: true }),
  }
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(TEXTS_FOLDER),
    new StaleWhileRevalidate({ cacheName: TEXTS, plugins: [rules, new ExpirationPlugin({ maxEntries: MAX_CACHED_TEXT_FILES })] }),
  )
}
