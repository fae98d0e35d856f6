import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { collectErrors } from './support/page-errors.ts'

let server: SharedServer

test.beforeEach(({ server: shared }) => {
  server = shared
})

/** Reads the tags of the page's head. If a tag occurs twice, its values are joined by `|`. */
function readHead(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map((tag) => tag.getAttribute(attribute)).join(' | ')
    return {
      title: document.title,
      description: all('meta[name="description"]', 'content'),
      address: all('link[rel="canonical"]', 'href'),
      shared: all('meta[property="og:url"]', 'content'),
      sharedTitle: all('meta[property="og:title"]', 'content'),
      robots: all('meta[name="robots"]', 'content'),
    }
  })
}

/** The tags in the head of the server's HTML, before any script runs. */
async function servedHead(browser: Browser, path: string) {
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

const says = (page: Page) => expect.poll(async () => withoutOrigin(await readHead(page)))

test('the head changes with each screen to the server’s head of that address', { tag: '@long' }, async ({ page, browser }) => {
  const errors = collectErrors(page)
  const served = (path: string) => servedHead(browser, path)
  await page.goto(`${server.origin}${ROUTES.effects}`)
  await says(page).toEqual(await served(ROUTES.effects))

  await page.locator('[data-viewer-item]').first().click()
  const heading = page.locator('dialog[open]').getByRole('heading', { level: 2 })
  await expect(heading).toBeVisible()
  const { pathname } = new URL(page.url())
  const item = await served(pathname)
  expect([item.title, item.address]).toEqual([`${await heading.textContent()} · Kinora`, pathname])
  await says(page).toEqual(item)
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(new RegExp(`${pathname}$`))
  await says(page).toEqual(await served(new URL(page.url()).pathname))
  await page.goBack()
  await says(page).toEqual(await served(ROUTES.effects))

  for (const path of [ROUTES.pricing, ROUTES.creations, ROUTES.home]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
    }, path)
    await says(page).toEqual(await served(path))
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
    const served = await servedHead(browser, '/video-effects/golden-hour')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const again = await page.reload()
    expect(again?.fromServiceWorker()).toBe(true)
    await says(page).toEqual(served)
  },
)
