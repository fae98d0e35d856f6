import type { Page } from '@playwright/test'

export interface CachedFile {
  readonly cache: string
  readonly path: string
  readonly cacheControl: string | null
  readonly requestHeaders: string[]
  readonly text: string
}

/** Every entry in the caches of this browser. */
export function readCaches(page: Page): Promise<CachedFile[]> {
  return page.evaluate(async () => {
    const files = []
    for (const cache of await caches.keys()) {
      const openedCache = await caches.open(cache)
      for (const request of await openedCache.keys()) {
        const answer = await openedCache.match(request)
        const isText = /json|javascript|html|css/.test(answer?.headers.get('content-type') ?? '')
        const { pathname, search } = new URL(request.url)
        const text = isText ? ((await answer?.text()) ?? '') : ''
        const requestHeaders = [...request.headers.keys()]
        files.push({ cache, path: pathname + search, cacheControl: answer?.headers.get('cache-control') ?? null, requestHeaders, text })
      }
    }
    return files
  })
}
