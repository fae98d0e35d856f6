import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import type { Creation } from '#shared/api/generation.ts'
import type { Template, TemplateList } from '#shared/api/templates.ts'
import { ARTICLE_ANSWERS, GALLERY_ANSWERS } from '#shared/contract/service-worker-messages.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type CachedFile, readCaches } from './support/read-caches.ts'
import { RENDER_WAIT_MS, studio, userToken } from './support/studio.ts'
import { repeatWakeMessage } from './support/network-back.ts'

const SEEDED_VIDEOS = 2

const EFFECTS_PATH = '/api/v1/template/effects'

let server: SharedServer
/** The name that the server's answers give to the first effect; null for its real name. */
let newName: string | null
/** Article answers wait for this promise, so that no prefetch refills a cleared cache. */
let articlesRelease: Promise<void>

test.use({ serverOptions: { config: { seedVideos: SEEDED_VIDEOS, signMode: 'off' } }, serviceWorkers: 'allow' })

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  newName = null
  articlesRelease = Promise.resolve()
  server.intercept(async (request, forward) => {
    if (ARTICLE_ANSWERS.includes(new URL(request.url).pathname)) await articlesRelease
    return renameFirstEffect(request, forward)
  })
})

/** Replaces the first effect's name in the list of effects by `newName`, and forwards all other requests. */
async function renameFirstEffect(request: Request, forward: (request: Request) => Promise<Response>): Promise<Response> {
  if (newName === null || new URL(request.url).pathname !== EFFECTS_PATH) return forward(request)
  const headers = new Headers(request.headers)
  headers.delete('if-none-match')
  const answer = await forward(new Request(request.url, { headers }))
  const body = (await answer.json()) as { data: TemplateList }
  Object.assign(body.data.data[0] ?? {}, { templateName: newName })
  return Response.json(body, { headers: { 'cache-control': answer.headers.get('cache-control') ?? '', etag: `"${newName}"` } })
}

/** The list of all gallery items, requested with the page's own parameters but without a request signature. */
function fetchPopular(page: Page): Promise<Template[]> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/v1/template/popular?curPage=1&pageSize=999', { headers: { 'x-user-token': 'of nobody' } })
    const { data } = (await answer.json()) as { data: { data: Template[] } }
    return data.data
  })
}

/** The HTTP statuses of the source, the poster and the video of the creation that is first in the user's history. */
function fetchOwnFiles(page: Page, token: string): Promise<number[]> {
  return page.evaluate(async (userToken) => {
    const headers = { 'x-user-token': userToken }
    const answer = await fetch('/api/v1/ai/i2v/history?curPage=1&pageSize=1&taskStatus=ALL', { headers })
    const { data } = (await answer.json()) as { data: { data: Creation[] } }
    const urls = data.data.flatMap(({ srcImage, previewImageUrl, videoUrl }) => [srcImage, previewImageUrl, videoUrl].flat())
    return Promise.all(urls.map(async (url) => (await fetch(url ?? '/nothing.jpg')).status))
  }, token)
}

/** Plays a video in the page, seeks, and returns its position and length. */
function playAndSeek(page: Page, src: string) {
  return page.evaluate(async (address) => {
    const video = Object.assign(document.createElement('video'), { src: address, muted: true })
    const nextEvent = (event: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(event, () => resolve(), { once: true })
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
      })
    const playStart = nextEvent('playing')
    await video.play()
    await playStart
    video.pause()
    const seekEnd = nextEvent('seeked')
    video.currentTime = 0.8
    await seekEnd
    return { at: video.currentTime, seconds: Math.round(video.duration) }
  }, src)
}

/**
 * Logs out, which empties the HTTP cache but not the cached galleries, and makes the server unreachable. Then only the cached galleries can
 * answer.
 */
async function logOutAndGoOffline(page: Page): Promise<void> {
  const status = await page.evaluate(async () => (await fetch('/api/v1/auth/logout', { method: 'POST', body: '{}' })).status)
  expect(status).toBe(200)
  server.down(true)
}

test(
  'a played gallery video plays without the server, every part of it, and no cache has private data',
  { tag: '@long' },
  async ({ page, context }) => {
    const { open, drop, prompt, pressGenerate } = studio(page)
    await open(server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await prompt.fill('Pan right over the lake')
    await pressGenerate()
    const card = page.getByRole('article', { name: 'Video: Pan right over the lake' })
    await expect(card.getByRole('button', { name: /^Play/ })).toBeVisible({ timeout: RENDER_WAIT_MS })
    expect(await fetchOwnFiles(page, await userToken(context))).toEqual([200, 200, 200])
    let [firstItem] = await fetchPopular(page)
    await expect.poll(async () => ([firstItem] = await fetchPopular(page))[0]?.movieUrl).not.toBeNull()
    const { movieUrl, firstImageUrl } = { movieUrl: firstItem?.movieUrl ?? '', firstImageUrl: firstItem?.firstImageUrl ?? '' }
    await page.evaluate((src) => Object.assign(new Image(), { src }).decode(), firstImageUrl)
    expect(await playAndSeek(page, movieUrl)).toEqual({ at: 0.8, seconds: 1 })
    await expect.poll(async () => (await readCaches(page)).some(({ path }) => path === movieUrl)).toBe(true)

    const files = await readCaches(page)
    const addedFiles = files.filter(({ cache }) => !cache.includes('precache') && cache !== 'texts')
    // Articles are prefetched in idle time, so their cache may or may not exist.
    const cacheNames = new Set(addedFiles.map(({ cache }) => cache).filter((name) => name !== 'article-answers'))
    expect(cacheNames).toEqual(new Set(['gallery-answers', 'gallery-pictures', 'gallery-videos']))
    const shownPaths = new Set(
      (await fetchPopular(page)).flatMap(({ firstImageUrl, srcImage, movieUrl: video }) => [srcImage, firstImageUrl, video].flat()),
    )
    const isOfGallery = ({ path, cacheControl }: CachedFile) =>
      shownPaths.has(path)
        ? cacheControl?.includes('immutable')
        : [...GALLERY_ANSWERS, ...ARTICLE_ANSWERS].includes(path.split('?')[0] ?? '')
    expect(addedFiles.filter((entry) => isOfGallery(entry) !== true || entry.cacheControl?.startsWith('public') !== true)).toEqual([])
    expect(addedFiles.filter(({ requestHeaders }) => requestHeaders.length > 0)).toEqual([])
    const secrets = [await userToken(context), 'x-sign', 'presignedUrl', 'Pan right over the lake', 'Signature=']
    const hasSecret = ({ path, text }: CachedFile) => secrets.some((secret) => `${path} ${text}`.includes(secret))
    expect(addedFiles.filter(hasSecret)).toEqual([])

    await logOutAndGoOffline(page)
    await page.reload()
    expect(await playAndSeek(page, movieUrl)).toEqual({ at: 0.8, seconds: 1 })
    const rangeAnswer = await page.evaluate(async (src) => {
      const answer = await fetch(src, { headers: { range: 'bytes=5-9' } })
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
    }, movieUrl)
    expect(rangeAnswer).toEqual({ status: 206, bytes: 5 })
  },
)

/** The number of loaded pictures on the screen. */
function countShownPictures(page: Page): Promise<number> {
  return page
    .getByRole('main')
    .locator('article img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)
}

/** Clears the databases of the galleries, as a device may evict them without the service worker's caches. */
async function clearDatabases(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.includes('template')) continue
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames) await resultOf(database.transaction(store, 'readwrite').objectStore(store).clear())
      database.close()
    }
  })
}

test(
  'a gallery updates while it is open, and opens without the server with its pictures, even where the page has stored nothing',
  { tag: '@long' },
  async ({ page }) => {
    const tiles = page.getByRole('main').getByRole('article')
    await page.goto(`${server.origin}/video-effects`)
    await expect(tiles.first()).toBeVisible()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await expect.poll(() => countShownPictures(page)).toBeGreaterThan(3)
    const fetchEffects = () => page.evaluate(async (path) => void (await fetch(`${path}?curPage=1&pageSize=999`)).status, EFFECTS_PATH)
    await fetchEffects()
    // The service worker sends its message about a changed list only if the answer replaces a cached one, so the list must be cached first.
    const isCached = () =>
      page.evaluate(
        async (path) => (await caches.match(`${path}?curPage=1&pageSize=999`, { ignoreVary: true })) !== undefined,
        EFFECTS_PATH,
      )
    await expect.poll(isCached).toBe(true)
    const count = await countShownPictures(page)

    newName = 'Dawn of another name'
    await fetchEffects()
    await expect(tiles.filter({ hasText: newName })).toBeVisible()

    await clearDatabases(page)
    await logOutAndGoOffline(page)
    await page.reload()
    await expect(tiles.filter({ hasText: newName })).toBeVisible()
    await expect(page.getByText("We're showing the gallery stored on this device.")).toBeVisible()
    await expect.poll(() => countShownPictures(page)).toBeGreaterThanOrEqual(count)

    const goneImages = page.locator('main img[data-gone]')
    await page.mouse.wheel(0, 2500)
    await expect(goneImages).not.toHaveCount(0)
    await expect(goneImages.first()).toBeHidden()
    // The page requests pictures again when the hub reconnects to the server.
    await expect(page.getByRole('banner').getByRole('button', { name: /^No connection/ })).toBeVisible()
    server.down(false)
    await repeatWakeMessage(page)
    await expect(goneImages).toHaveCount(0)
  },
)

test('cached articles and gallery lists are cleared by kind, and load again', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/explore`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expect(page.locator('[data-viewer-item]').first()).toBeVisible()
  await page.goto(`${server.origin}/resource`)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  let releaseArticles = () => {}
  articlesRelease = new Promise((resolve) => (releaseArticles = resolve))
  await page.goto(`${server.origin}/ai/setting`)
  const isCached = (name: string) => page.evaluate((cacheName) => caches.has(cacheName), name)
  for (const [kind, cache] of [
    ['Articles', 'article-answers'],
    ['Saved gallery pages', 'gallery-answers'],
  ] as const) {
    const clearButton = page.getByRole('button', { name: `Clear “${kind}”` })
    await expect(clearButton).toBeVisible()
    await clearButton.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await expect(clearButton).toHaveCount(0)
    expect(await isCached(cache)).toBe(false)
  }
  releaseArticles()
  await page.goto(`${server.origin}/resource`)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})
