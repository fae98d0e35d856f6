import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { collectErrors } from './support/page-errors.ts'

test.use({ serviceWorkers: 'allow' })

const CATALOGUE_URL = /\/sku\/ios\/skuAll\?/
const UNKNOWN_ICON = 'lucide:no-such-icon'

test.use({ serverOptions: { config: { signMode: 'off' } } })

let server: SharedServer
test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** For each row of the plans' comparison: whether its icon is drawn, and the size of the icon's box. */
function readRows(page: Page) {
  return page
    .getByRole('table')
    .locator('tbody th')
    .evaluateAll((heads) =>
      heads.map((head) => {
        const box = head.querySelector('[aria-hidden]')?.getBoundingClientRect()
        return { isDrawn: head.querySelector('svg path, svg g, svg circle') !== null, size: [box?.width, box?.height] }
      }),
    )
}

/** The names of the requested icons, in the order of the requests. */
function listRequestedNames(urls: readonly string[]): string[] {
  return urls.filter((url) => url.includes('/api/icons/')).flatMap((url) => new URL(url).searchParams.get('icons')?.split(',') ?? [])
}

test(
  'icons named in data come from the own server, reserve their space before they load, and are available again without it',
  { tag: '@long' },
  async ({ page, context }) => {
    const errors = collectErrors(page)
    const requestedUrls: string[] = []
    context.on('request', (request) => requestedUrls.push(request.url()))
    let releaseIcons: (() => void) | undefined
    const whenReleased = new Promise<void>((resolve) => (releaseIcons = resolve))
    await context.route(/\/api\/icons\//, async (route) => {
      await whenReleased
      await route.continue()
    })
    await page.goto(`${server.origin}/pricing`)
    await expect.poll(() => listRequestedNames(requestedUrls).length).toBe(8)
    expect(new Set(listRequestedNames(requestedUrls)).size, 'no icon is asked for twice').toBe(8)
    const rowsBefore = await readRows(page)
    expect(rowsBefore.map(({ isDrawn }) => isDrawn)).toEqual(Array.from({ length: 8 }, () => false))
    releaseIcons?.()
    const drawnRows = rowsBefore.map(({ size }) => ({ isDrawn: true, size }))
    await expect.poll(() => readRows(page)).toEqual(drawnRows)
    expect(drawnRows.map(({ size }) => size)).toEqual(Array.from({ length: 8 }, () => [16, 16]))

    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.unroute(/\/api\/icons\//)
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('icons')).keys()).length)).toBeGreaterThan(0)
    expect(errors).toEqual([])
    // A logout empties the HTTP cache, so from here on only the service worker's cache can answer.
    expect(await page.evaluate(async () => (await fetch('/api/v1/auth/logout', { method: 'POST', body: '{}' })).status)).toBe(200)
    server.down(true)
    await page.reload()
    await expect.poll(() => readRows(page)).toEqual(drawnRows)
    expect(requestedUrls.filter((url) => /^https?:/.test(url) && new URL(url).origin !== server.origin)).toEqual([])
    server.down(false)
  },
)

test('an unknown icon leaves its space empty, and no other host is asked for it', async ({ page, context }) => {
  const requestedUrls: string[] = []
  context.on('request', (request) => requestedUrls.push(request.url()))
  await context.route(CATALOGUE_URL, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/lucide:[a-z-]+/g, UNKNOWN_ICON) })
  })
  const iconsResponse = page.waitForResponse(/\/api\/icons\/lucide\.json/)
  await page.goto(`${server.origin}/pricing`)
  expect(await (await iconsResponse).json()).toMatchObject({ icons: {}, not_found: ['no-such-icon'] })
  await expect(page.getByRole('rowheader', { name: 'Points', exact: true })).toBeVisible()
  expect((await readRows(page)).map(({ isDrawn }) => isDrawn)).toEqual(Array.from({ length: 8 }, () => false))
  expect(requestedUrls.filter((url) => /^https?:/.test(url) && new URL(url).origin !== server.origin)).toEqual([])
})
