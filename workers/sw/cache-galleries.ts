import type { WorkboxPlugin } from 'workbox-core'
import { createPartialResponse } from 'workbox-range-requests'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { CACHED_HEADER } from '#shared/api/common-params.ts'
import { inTurn } from '#shared/browser/locks.ts'
import { CACHED_ANSWER_AFTER_SECONDS, MAX_CACHED_ANSWERS, MAX_CACHED_PICTURES, MAX_CACHED_VIDEOS } from '#shared/domain/gallery-rules.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { SAVES_DATA_KEY, TEMPLATE_DATABASE } from '#shared/storage/keys.ts'
import { MAX_CACHED_ARTICLE_ANSWERS } from '#shared/domain/article-rules.ts'
import { isGalleryAnswer, isPicture, isVideo, isArticleAnswer } from './gallery-request.ts'
import { atMost, cacheIf, broadcastUpdates } from './cache-plugins.ts'
import { asksForWhole, isCacheableAnswer, isCacheableFile, isCacheableVideo } from './is-cacheable.ts'

const store = openStore(TEMPLATE_DATABASE)

const ANSWERS = 'gallery-answers'
const PICTURES = 'gallery-pictures'
const VIDEOS = 'gallery-videos'

/** One video at a time, so that the same one is not fetched twice. */
const FILLING_LOCK = 'gallery-video'

/** Without the network another size of a picture is better than none. */
const anySize: WorkboxPlugin = {
  handlerDidError: async ({ request }) => (await caches.open(PICTURES)).match(request.url, { ignoreSearch: true }),
}

const videoLimits = atMost(MAX_CACHED_VIDEOS)
const wholeVideo = new CacheFirst({ cacheName: VIDEOS, plugins: [cacheIf(isCacheableVideo), videoLimits] })

/** Players ask for parts, which fill no cache; the whole is fetched beside them, once. */
const fillFromPart: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response, event }) => {
    if (asksForWhole(response)) event.waitUntil(fillUnlessSaving(request.url, event).catch(() => undefined))
    return response
  },
}

async function fillUnlessSaving(url: string, event: ExtendableEvent): Promise<void> {
  if (!(await savesData())) await fill(url, event)
}

async function fill(url: string, event: ExtendableEvent): Promise<void> {
  await inTurn(FILLING_LOCK, async () => {
    const [response, done] = wholeVideo.handleAll({ request: new Request(url, { priority: 'low' }), event })
    // Where nothing of it is kept nobody reads the other half, and a wait for the end of this one would never end.
    void (await response).body?.cancel()
    await done
  })
}

/**
 * Keeps what the galleries have shown for a start without the network: answers that are the same for everybody, their pictures, and
 * their videos once played. Whatever belongs to a person passes through unseen, but for what `ownFile` has of theirs. Rule: docs/gallery.md,
 * "Offline galleries".
 */
export function cacheGalleries(ownFile: (request: Request) => Promise<Response | undefined>): void {
  const answers = [cacheIf(isCacheableAnswer), atMost(MAX_CACHED_ANSWERS), broadcastUpdates()]
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isGalleryAnswer(url),
    new NetworkFirst({ cacheName: ANSWERS, networkTimeoutSeconds: CACHED_ANSWER_AFTER_SECONDS, plugins: answers }),
  )
  const pictures = new CacheFirst({ cacheName: PICTURES, plugins: [cacheIf(isCacheableFile), atMost(MAX_CACHED_PICTURES), anySize] })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPicture(url),
    async ({ request, event }) => (await ownFile(request)) ?? pictures.handle({ request, event }),
  )
  const videos = new CacheFirst({ cacheName: VIDEOS, plugins: [cacheIf(isCacheableVideo), videoLimits, fillFromPart] })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isVideo(url),
    async ({ request, event }) => {
      const own = await ownFile(request)
      if (own !== undefined) return own
      const answer = await videos.handle({ request, event })
      const isPartWanted = request.headers.has('range') && answer.headers.has(CACHED_HEADER)
      return isPartWanted ? createPartialResponse(request, answer) : answer
    },
  )
}

/** In Chromium only. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean }
}

/** Whether data is to be saved: as the person has chosen, else as the device says. Rule: docs/gallery.md, "Saving data". */
async function savesData(): Promise<boolean> {
  const chosen = await store.read((tx) => tx.get(SAVES_DATA_KEY)).catch(() => undefined)
  if (chosen === 'on' || chosen === 'off') return chosen === 'on'
  return (navigator as Connected).connection?.saveData === true
}

const ARTICLE_CACHE = 'article-answers'

/**
 * Keeps lists of articles and each article that was read. What is kept is shown at once; the server is asked behind it, and open pages
 * are told what it has that is new. Rule: docs/content.md, "Offline articles".
 */
export function cacheArticles(): void {
  const plugins = [cacheIf(isCacheableAnswer), atMost(MAX_CACHED_ARTICLE_ANSWERS), broadcastUpdates()]
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isArticleAnswer(url),
    new StaleWhileRevalidate({ cacheName: ARTICLE_CACHE, plugins }),
  )
}
