import type { Page } from '@playwright/test'

export interface CachedFile {
  readonly cache: string
  readonly path: string
  readonly caching: string | null
  readonly requestHeaders: string[]
  readonly text: string
}

/** Every entry in the caches of this browser. */
export function readCaches(page: Page): Promise<CachedFile[]> {
  return page.evaluate(async () => {
    const files = []
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache)
      for (const request of await opened.keys()) {
        const answer = await opened.match(request)
        const isText = /json|javascript|html|css/.test(answer?.headers.get('content-type') ?? '')
        const { pathname, search } = new URL(request.url)
        const text = isText ? ((await answer?.text()) ?? '') : ''
        const requestHeaders = [...request.headers.keys()]
        files.push({ cache, path: pathname + search, caching: answer?.headers.get('cache-control') ?? null, requestHeaders, text })
      }
    }
    return files
  })
}
