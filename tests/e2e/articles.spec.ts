import type { Page } from '@playwright/test'
import { axeFaults } from './support/axe-faults.ts'
import { expect, test } from './support/test.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { makeArticleFolder } from '../fixtures/server/article-folder.ts'
import { readShifts, watchShifts } from './support/layout-shift.ts'
import { collectErrors } from './support/page-errors.ts'
import { untilSettled } from './support/settled.ts'

const LARGEST_SHIFT = 0.02
const LIST_PATH = '/api/v1/article/list'
const ARTICLE_TEXT = [
  'A picture has [no time in it](/tools/image-to-video-generator), and [others](https://example.com/a) say so too.',
  '',
  '## What a push in is good for',
  '',
  '- It needs room.',
  '- It forgives soft pictures.',
].join('\n')

let folder: Awaited<ReturnType<typeof makeArticleFolder>>
let server: TestServer
test.beforeAll(async () => {
  const guides = Array.from({ length: 12 }, (_, index) => ({
    seoUrl: `guide-${index + 1}`,
    title: `Guide number ${index + 1}`,
    publishedAt: `2026-08-${String(28 - index).padStart(2, '0')}`,
    tags: index < 2 ? ['camera', 'tips-tutorials'] : ['camera'],
  }))
  folder = await makeArticleFolder([
    { seoUrl: 'push-in', title: 'When to push in', publishedAt: '2026-09-20', tags: ['tips-tutorials'], isHot: true, text: ARTICLE_TEXT },
    ...guides,
  ])
  server = await startTestServer({ articlesDir: folder.folder, config: { signMode: 'off' } })
})
test.afterAll(async () => {
  await server.close()
  await folder.remove()
})

const main = (page: Page) => page.getByRole('main')
const tiles = (page: Page) => main(page).getByRole('article')
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

/** Collects the page numbers with which the app requests the list of articles. */
function collectPages(page: Page): string[] {
  const requestedPages: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === LIST_PATH && searchParams.get('only') === null) requestedPages.push(searchParams.get('curPage') ?? '')
  })
  return requestedPages
}

test('the list shows six at a time, with the page in the address', async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(`${server.origin}/resource`)
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  await expect(tiles(page)).toHaveCount(6)
  await expect(tiles(page).first().getByRole('link', { name: 'When to push in' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Recommended articles' })).toBeVisible()
  await pager(page).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(`${server.origin}/resource?page=2`)
  await expect(tiles(page).first()).toContainText('Guide number 6')
  await pager(page).getByRole('link', { name: 'Page 3' }).click()
  await expect(tiles(page)).toHaveCount(1)
  await expect(pager(page).getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.goBack()
  await expect(tiles(page).first()).toContainText('Guide number 6')
  await page.reload()
  await expect(tiles(page).first()).toContainText('Guide number 6')
  await pager(page).getByRole('link', { name: 'Page 1' }).click()
  await expect(page).toHaveURL(`${server.origin}/resource`)
  expect(errors).toEqual([])
})

test('only pages from the first to the last, without the present one, are requested', { tag: '@long' }, async ({ page }) => {
  const requestedPages = collectPages(page)
  for (const wrongPage of ['0', '4', '-1', '1', '1.5', 'x', '999999999999']) {
    await page.goto(`${server.origin}/resource?page=${wrongPage}`)
    await expect(tiles(page)).toHaveCount(6)
    await expect(pager(page).locator('[aria-current]')).toHaveText('1')
  }
  expect(new Set(requestedPages)).toEqual(new Set(['1']))
  await page.goto(`${server.origin}/resource?page=3`)
  await expect(tiles(page)).toHaveCount(1)
  await expect(pager(page).locator('[aria-current]')).toHaveText('3')
  expect(new Set(requestedPages)).toEqual(new Set(['1', '3']))
})

test('a tag has its own list, title and address; an article opens, links to the next and closes', async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(`${server.origin}/resource`)
  await page.getByRole('navigation', { name: 'Popular topics' }).getByRole('link', { name: 'Tips & tutorials' }).click()
  await expect(page).toHaveURL(`${server.origin}/resource/tips-tutorials`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tips & tutorials' })).toBeVisible()
  await expect(tiles(page)).toHaveCount(3)
  await expect(page).toHaveTitle('Tips & tutorials · Kinora')
  await tiles(page).getByRole('link', { name: 'When to push in' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'When to push in' })).toBeVisible()
  await expect(page).toHaveTitle('When to push in · Kinora')
  const canonical = () => page.locator('link[rel="canonical"]').getAttribute('href')
  await expect.poll(canonical).toBe(`${server.origin}/resource/push-in`)
  await expect(page.getByRole('heading', { level: 2, name: 'What a push in is good for' })).toBeVisible()
  const outsideLink = page.getByRole('link', { name: 'others' })
  expect([await outsideLink.getAttribute('href'), await outsideLink.getAttribute('rel')]).toEqual([
    'https://example.com/a',
    'noopener nofollow',
  ])
  await expect(page.getByRole('region', { name: 'Related articles' }).getByRole('article')).toHaveCount(2)

  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.getByRole('link', { name: 'no time in it' }).click()
  await expect(page).toHaveURL(`${server.origin}/tools/image-to-video-generator`)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage') as unknown)).toBe(true)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'When to push in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Tips & tutorials' })).toBeVisible()
  expect(errors).toEqual([])
})

test('an address without an article is a 404, from the server and in the page, and can be left', { tag: '@long' }, async ({ page }) => {
  const response = await page.goto(`${server.origin}/resource/nothing-here`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page).toHaveTitle('Page Not Found · Kinora')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.goto(`${server.origin}/resource`)
  await page.evaluate(() => history.pushState(null, '', '/resource/nothing-here'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await page.goBack()
  await expect(tiles(page)).toHaveCount(6)
})

test('a list that fails to load shows an error instead of an empty list, and loads again', async ({ page }) => {
  await page.route(`**${LIST_PATH}?*`, (route) => route.abort())
  await page.goto(`${server.origin}/resource`)
  await expect(page.getByRole('alert')).toContainText("We couldn't load the articles")
  await page.unroute(`**${LIST_PATH}?*`)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(tiles(page)).toHaveCount(6)
})

test(
  'an article that was read opens again without the server, with the lists that were shown, and updates while it is open',
  { tag: ['@offline', '@long'] },
  async ({ page }) => {
    await page.goto(`${server.origin}/resource`)
    await expect(tiles(page)).toHaveCount(6)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await expect(tiles(page)).toHaveCount(6)
    await tiles(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 2, name: 'What a push in is good for' })).toBeVisible()
    await untilSettled(page)
    await expect(page.getByRole('region', { name: 'Related articles' })).toBeVisible()
    const isDetailCached = () =>
      page.evaluate(async () => (await caches.match(new Request('/api/v1/article/detail?seoPath=push-in'))) !== undefined)
    await expect.poll(isDetailCached).toBe(true)

    server.down(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: 'What a push in is good for' })).toBeVisible()
    await expect(page).toHaveTitle('When to push in · Kinora')
    const cover = main(page).locator('img').first()
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Articles' }).first().click()
    await expect(tiles(page)).toHaveCount(6)
    await page.evaluate(() => history.pushState(null, '', '/resource/guide-12'))
    await expect(page.getByRole('alert')).toContainText("We couldn't load this page")
    server.down(false)
  },
)

test('the cached list is replaced while it is open when the server has another one', { tag: ['@offline', '@long'] }, async ({ page }) => {
  await page.goto(`${server.origin}/resource`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expect(tiles(page)).toHaveCount(6)
  const cachedLists = () =>
    page.evaluate(async () => {
      const openedCaches = await Promise.all((await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)))
      const requests = (await Promise.all(openedCaches.map((cache) => cache.keys()))).flat()
      return requests.filter(({ url }) => url.includes('/article/list')).length
    })
  // The service worker answers before it has stored the answer. Two lists must be stored: all articles, and the first articles.
  await expect.poll(cachedLists).toBe(2)
  const newTitle = 'A guide by another name'
  await page.evaluate(async (title) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!request.url.includes('/article/list')) continue
        const cachedAnswer = await cache.match(request)
        const body = (await cachedAnswer?.text())?.replace('When to push in', title) ?? ''
        const headers = new Headers(cachedAnswer?.headers)
        headers.set('etag', '"older"')
        await cache.put(request, new Response(body, { headers }))
      }
    }
  }, newTitle)
  const titles: string[] = []
  await page.exposeFunction('seen', (title: string) => titles.push(title))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { textContent = '' } = document.querySelector('article h3') ?? {}
      if (textContent !== '' && textContent !== null) void (Reflect.get(globalThis, 'seen') as (title: string) => unknown)(textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await expect(tiles(page).first()).toContainText('When to push in')
  await expect.poll(() => titles.includes(newTitle)).toBe(true)
})

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('list, tag, article and item have their words and links, once', async ({ page }) => {
    await page.goto(`${server.origin}/resource`)
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
    await page.getByRole('link', { name: 'When to push in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'When to push in' })).toBeInViewport()
    await expect(page.getByRole('heading', { level: 2, name: 'What a push in is good for' })).toBeVisible()
    await page.getByRole('link', { name: 'Tips & tutorials' }).first().click()
    await expect(page).toHaveURL(`${server.origin}/resource/tips-tutorials`)
    await page.getByRole('link', { name: 'Effects', exact: true }).first().click()
    await page.getByRole('link', { name: 'Golden Hour' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Golden Hour' })).toBeInViewport()
    await expect(page.getByRole('img', { name: 'Golden Hour' })).toBeVisible()
  })
})

for (const [size, viewport] of Object.entries({ phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } })) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('nothing shifts when list and article load', { tag: '@long' }, async ({ page, context }) => {
      await watchShifts(context)
      for (const path of ['/resource', '/resource/push-in', '/resource/tips-tutorials', '/video-effects/golden-hour']) {
        await page.goto(server.origin + path)
        await untilSettled(page)
        const { sum, movedElements } = await readShifts(page)
        expect([path, sum <= LARGEST_SHIFT, movedElements]).toEqual([path, true, sum <= LARGEST_SHIFT ? movedElements : []])
      }
    })
  })
}

test('axe finds nothing on list and article in either theme', { tag: '@long' }, async ({ page }) => {
  for (const path of ['/resource', '/resource/push-in']) {
    await page.goto(server.origin + path)
    await untilSettled(page)
    expect([path, ...(await axeFaults(page))]).toEqual([path])
  }
})
