import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { collectErrors } from './support/page-errors.ts'

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** Reads the tags of the page's head. If a tag occurs twice, its values are joined by `|`. */
function readHead(page: Page) {
  return page.evaluate(() => {
    const readTags = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map((tag) => tag.getAttribute(attribute)).join(' | ')
    return {
      title: document.title,
      description: readTags('meta[name="description"]', 'content'),
      address: readTags('link[rel="canonical"]', 'href'),
      shared: readTags('meta[property="og:url"]', 'content'),
      sharedTitle: readTags('meta[property="og:title"]', 'content'),
      robots: readTags('meta[name="robots"]', 'content'),
    }
  })
}

/** The tags in the head of the server's HTML, before any script runs. */
async function readServedHead(browser: Browser, path: string) {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.origin + path, { waitUntil: 'commit' })
  await page.locator('body').waitFor({ state: 'attached' })
  const head = withoutOrigin(await readHead(page))
  await context.close()
  return head
}

/** Removes the origins from the addresses: the server's public origin is not the test's. */
function withoutOrigin<T extends { address: string; shared: string }>(head: T): T {
  const pathOf = (address: string) => (address === '' ? '' : new URL(address).pathname)
  return { ...head, address: pathOf(head.address), shared: pathOf(head.shared) }
}

const expectHead = (page: Page) => expect.poll(async () => withoutOrigin(await readHead(page)))

test('the head changes with each screen to the server’s head of that address', { tag: '@long' }, async ({ page, browser }) => {
  const errors = collectErrors(page)
  const readServed = (path: string) => readServedHead(browser, path)
  await page.goto(`${server.origin}${ROUTES.effects}`)
  await expectHead(page).toEqual(await readServed(ROUTES.effects))

  await page.locator('[data-viewer-item]').first().click()
  const heading = page.locator('dialog[open]').getByRole('heading', { level: 2 })
  await expect(heading).toBeVisible()
  const { pathname } = new URL(page.url())
  const item = await readServed(pathname)
  expect([item.title, item.address]).toEqual([`${await heading.textContent()} · Kinora`, pathname])
  await expectHead(page).toEqual(item)
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(new RegExp(`${pathname}$`))
  await expectHead(page).toEqual(await readServed(new URL(page.url()).pathname))
  await page.goBack()
  await expectHead(page).toEqual(await readServed(ROUTES.effects))

  for (const path of [ROUTES.pricing, ROUTES.creations, ROUTES.home]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
    }, path)
    await expectHead(page).toEqual(await readServed(path))
  }
  expect(errors).toEqual([])
})

test(
  'a cold item retains its own title while it loads, and the cached shell gets a whole head',
  { tag: ['@offline', '@long'] },
  async ({ page, browser }) => {
    await page.addInitScript(() => {
      const titles: string[] = []
      Object.assign(globalThis, { titles })
      new MutationObserver(() => titles.push(document.title)).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await page.goto(`${server.origin}/video-effects/golden-hour`)
    await expect(page.locator('dialog[open]').getByRole('heading', { level: 2 })).toBeVisible()
    const titles = await page.evaluate(() =>
      [...new Set((globalThis as unknown as { titles: string[] }).titles)].filter((title) => title !== ''),
    )
    expect(titles).toEqual(['Golden Hour · Kinora'])
    const servedItemHead = await readServedHead(browser, '/video-effects/golden-hour')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const reloadResponse = await page.reload()
    expect(reloadResponse?.fromServiceWorker()).toBe(true)
    await expectHead(page).toEqual(servedItemHead)
  },
)
