import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { collectErrors } from './support/page-errors.ts'

test.use({ serviceWorkers: 'allow' })

const CATALOGUE = /\/sku\/ios\/skuAll\?/
const UNKNOWN = 'lucide:no-such-icon'

test.use({ serverOptions: { config: { signMode: 'off' } } })

let server: SharedServer
test.beforeEach(({ server: shared }) => {
  server = shared
})

/** For each row of the plans' comparison: whether its icon is drawn, and the size of the icon's box. */
function rows(page: Page) {
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
function namesAsked(urls: readonly string[]): string[] {
  return urls.filter((url) => url.includes('/api/icons/')).flatMap((url) => new URL(url).searchParams.get('icons')?.split(',') ?? [])
}

test(
  'icons named in data come from the own server, reserve their space before they load, and are available again without it',
  { tag: '@long' },
  async ({ page, context }) => {
    const errors = collectErrors(page)
    const asked: string[] = []
    context.on('request', (request) => asked.push(request.url()))
    let letIconsGo: (() => void) | undefined
    const released = new Promise<void>((resolve) => (letIconsGo = resolve))
    await context.route(/\/api\/icons\//, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${server.origin}/pricing`)
    await expect.poll(() => namesAsked(asked).length).toBe(8)
    expect(new Set(namesAsked(asked)).size, 'no icon is asked for twice').toBe(8)
    const before = await rows(page)
    expect(before.map(({ isDrawn }) => isDrawn)).toEqual(Array.from({ length: 8 }, () => false))
    letIconsGo?.()
    const drawn = before.map(({ size }) => ({ isDrawn: true, size }))
    await expect.poll(() => rows(page)).toEqual(drawn)
    expect(drawn.map(({ size }) => size)).toEqual(Array.from({ length: 8 }, () => [16, 16]))

    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.unroute(/\/api\/icons\//)
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('icons')).keys()).length)).toBeGreaterThan(0)
    expect(errors).toEqual([])
    // A logout empties the HTTP cache, so from here on only the service worker's cache can answer.
    expect(await page.evaluate(async () => (await fetch('/api/v1/auth/logout', { method: 'POST', body: '{}' })).status)).toBe(200)
    server.down(true)
    await page.reload()
    await expect.poll(() => rows(page)).toEqual(drawn)
    expect(asked.filter((url) => /^https?:/.test(url) && new URL(url).origin !== server.origin)).toEqual([])
    server.down(false)
  },
)

test('an unknown icon leaves its space empty, and no other host is asked for it', async ({ page, context }) => {
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await context.route(CATALOGUE, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/lucide:[a-z-]+/g, UNKNOWN) })
  })
  const answered = page.waitForResponse(/\/api\/icons\/lucide\.json/)
  await page.goto(`${server.origin}/pricing`)
  expect(await (await answered).json()).toMatchObject({ icons: {}, not_found: ['no-such-icon'] })
  await expect(page.getByRole('rowheader', { name: 'Points', exact: true })).toBeVisible()
  expect((await rows(page)).map(({ isDrawn }) => isDrawn)).toEqual(Array.from({ length: 8 }, () => false))
  expect(asked.filter((url) => /^https?:/.test(url) && new URL(url).origin !== server.origin)).toEqual([])
})
