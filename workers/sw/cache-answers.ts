import type { WorkboxPlugin } from 'workbox-core'
import { createPartialResponse } from 'workbox-range-requests'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { BroadcastUpdatePlugin } from 'workbox-broadcast-update'
import { ExpirationPlugin } from 'workbox-expiration'
import { CACHED_HEADER } from '#shared/api/common-params.ts'
import { withLock } from '#shared/browser/locks.ts'
import * as rules from '#shared/domain/gallery-rules.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { SAVES_DATA_KEY, TEMPLATE_DATABASE } from '#shared/storage/records.ts'
import { MAX_CACHED_ARTICLE_ANSWERS } from '#shared/domain/article-rules.ts'
import { MAX_CACHED_ICON_ANSWERS } from '#shared/domain/icon-rules.ts'
import { isGalleryAnswer, isPicture, isVideo, isArticleAnswer, isIconAnswer } from './cached-requests.ts'
import { mustFetchWhole, isCacheableAnswer, isCacheableFile, isCacheableVideo, markCached } from './is-cacheable.ts'
import { mergeIcons } from './merge-icons.ts'

const store = openStore(TEMPLATE_DATABASE)

const ANSWERS = 'gallery-answers'
const PICTURES = 'gallery-pictures'
const VIDEOS = 'gallery-videos'

/** The lock while a whole video is fetched: one video at a time, so that no video is fetched twice. */
const FILLING_LOCK = 'gallery-video'

/** Offline, another size of a picture is better than none. */
const serveAnySize: WorkboxPlugin = {
  handlerDidError: async ({ request }) => (await caches.open(PICTURES)).match(request.url, { ignoreSearch: true }),
}

const videoLimits = atMost(rules.MAX_CACHED_VIDEOS)
const wholeVideoCache = new CacheFirst({ cacheName: VIDEOS, plugins: [cacheIf(isCacheableVideo), videoLimits] })

/** Players request ranges, which cannot be cached; the whole file is fetched once in the background. */
const fetchWholeAfterPart: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response, event }) => {
    if (mustFetchWhole(response)) event.waitUntil(cacheWholeUnlessSaving(request.url, event).catch(() => undefined))
    return response
  },
}

async function cacheWholeUnlessSaving(url: string, event: ExtendableEvent): Promise<void> {
  if (!(await savesData())) await cacheWholeVideo(url, event)
}

async function cacheWholeVideo(url: string, event: ExtendableEvent): Promise<void> {
  await withLock(FILLING_LOCK, async () => {
    const [response, completion] = wholeVideoCache.handleAll({ request: new Request(url, { priority: 'low' }), event })
    // After a cache miss, the body has two branches: the cache reads one, and nothing reads this one. The cache would wait for it
    // forever.
    void (await response).body?.cancel()
    await completion
  })
}

/**
 * Caches public gallery answers, their pictures, and videos once played, for offline starts. Personal requests go to the network, except
 * for the files of offline videos. Rule: docs/gallery.md, "Offline galleries".
 */
export function cacheGalleries(findOfflineFile: (request: Request) => Promise<Response | undefined>): void {
  const answerPlugins = [cacheIf(isCacheableAnswer), atMost(rules.MAX_CACHED_ANSWERS), broadcastUpdates()]
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isGalleryAnswer(url),
    new NetworkFirst({ cacheName: ANSWERS, networkTimeoutSeconds: rules.CACHED_ANSWER_AFTER_SECONDS, plugins: answerPlugins }),
  )
  const pictureCache = new CacheFirst({
    cacheName: PICTURES,
    plugins: [cacheIf(isCacheableFile), atMost(rules.MAX_CACHED_PICTURES), serveAnySize],
  })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPicture(url),
    async ({ request, event }) => (await findOfflineFile(request)) ?? pictureCache.handle({ request, event }),
  )
  const videoCache = new CacheFirst({ cacheName: VIDEOS, plugins: [cacheIf(isCacheableVideo), videoLimits, fetchWholeAfterPart] })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isVideo(url),
    async ({ request, event }) => {
      const offlineAnswer = await findOfflineFile(request)
      if (offlineAnswer !== undefined) return offlineAnswer
      const answer = await videoCache.handle({ request, event })
      const isPartWanted = request.headers.has('range') && answer.headers.has(CACHED_HEADER)
      return isPartWanted ? createPartialResponse(request, answer) : answer
    },
  )
}

/** The Network Information API, which only Chromium supports. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean }
}

/** Whether to save data: the user's choice, otherwise the device's setting. Rule: docs/gallery.md, "Saving data". */
async function savesData(): Promise<boolean> {
  const chosenValue = await store.read((tx) => tx.get(SAVES_DATA_KEY)).catch(() => undefined)
  if (chosenValue === 'on' || chosenValue === 'off') return chosenValue === 'on'
  return (navigator as Connected).connection?.saveData === true
}

const ARTICLE_CACHE = 'article-answers'

/**
 * Caches article lists and opened articles, stale-while-revalidate. Open pages receive a message about changes.
 * Rule: docs/content.md, "Offline articles".
 */
export function cacheArticles(): void {
  const plugins = [cacheIf(isCacheableAnswer), atMost(MAX_CACHED_ARTICLE_ANSWERS), broadcastUpdates()]
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isArticleAnswer(url),
    new StaleWhileRevalidate({ cacheName: ARTICLE_CACHE, plugins }),
  )
}

const ICONS = 'icons'

/** Each screen requests its own set of icons. Offline, the icons of other cached answers are merged. */
const mergeCachedIcons: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const cache = await caches.open(ICONS)
    const { pathname } = new URL(request.url)
    const cachedRequests = (await cache.keys()).filter(({ url }) => new URL(url).pathname === pathname)
    const answers = await Promise.all(cachedRequests.map(async (cachedRequest) => (await cache.match(cachedRequest))?.json()))
    const mergedIcons = mergeIcons(answers)
    return mergedIcons === undefined ? undefined : Response.json(mergedIcons)
  },
}

/** Caches the icons that pages load as JSON, stale-while-revalidate. Rule: docs/platform.md, "Icons". */
export function cacheIcons(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isIconAnswer(url),
    new StaleWhileRevalidate({
      cacheName: ICONS,
      plugins: [cacheIf(isCacheableAnswer), atMost(MAX_CACHED_ICON_ANSWERS), mergeCachedIcons],
    }),
  )
}

/** Caches answers that `isCacheable` accepts. The cache key is the URL alone, because the headers contain the identity and a signature. */
function cacheIf(isCacheable: (answer: Response) => boolean): WorkboxPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => request.url,
    cacheWillUpdate: async ({ response }) => (isCacheable(response) ? markCached(response) : null),
  }
}

function atMost(maxEntries: number): ExpirationPlugin {
  return new ExpirationPlugin({ maxEntries, maxAgeSeconds: rules.CACHE_MAX_AGE_SECONDS, purgeOnQuotaError: true })
}

/** Sends a message to all open pages for each cached answer that has changed. */
function broadcastUpdates(): BroadcastUpdatePlugin {
  return new BroadcastUpdatePlugin({
    headersToCheck: ['etag'],
    generatePayload: ({ request }) => ({ path: new URL(request.url).pathname }),
  })
}
