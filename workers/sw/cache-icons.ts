import type { WorkboxPlugin } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { MAX_CACHED_ICON_ANSWERS } from '#shared/domain/icon-rules.ts'
import { isIconAnswer } from './gallery-request.ts'
import { atMost, cacheIf } from './cache-plugins.ts'
import { isCacheableAnswer } from './is-cacheable.ts'
import { mergeIcons } from './merge-icons.ts'

const ICONS = 'icons'

/** Each screen requests its own set of icons: offline, the icons of other cached answers are merged. */
const fromOthers: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const cache = await caches.open(ICONS)
    const { pathname } = new URL(request.url)
    const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname === pathname)
    const answers = await Promise.all(kept.map(async (each) => (await cache.match(each))?.json()))
    const merged = mergeIcons(answers)
    return merged === undefined ? undefined : Response.json(merged)
  },
}

/** Caches the public icons that data names, stale-while-revalidate. Rule: docs/platform.md, "Icons". */
export function cacheIcons(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isIconAnswer(url),
    new StaleWhileRevalidate({ cacheName: ICONS, plugins: [cacheIf(isCacheableAnswer), atMost(MAX_CACHED_ICON_ANSWERS), fromOthers] }),
  )
}
