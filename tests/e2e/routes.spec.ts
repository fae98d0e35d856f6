import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { collectErrors } from './page-errors.ts'
import { SCREENS } from './screens.ts'

const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer()
})

test.afterAll(async () => {
  await server.close()
})

test('every screen opens cold with its layout, the title the server gave it and a heading, without an error, deep dark only after a payment', async ({
  page,
}) => {
  const errors = collectErrors(page)
  for (const [path, layout] of SCREENS) {
    const response = await page.goto(server.origin + path)
    expect([path, response?.status()]).toEqual([path, 200])
    await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', layout)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const title = await servedTitle(path)
    await expect(page, path).toHaveTitle(title)
    expect([path, title === 'Support' || title.includes('Kinora')]).toEqual([path, true])
    await expectBackdrop(page, path)
  }
  expect(errors).toEqual([])
})

async function expectBackdrop(page: Page, path: string): Promise<void> {
  const html = expect(page.locator('html'), path)
  await (path.startsWith('/pay/') ? html : html.not).toHaveAttribute('data-deep')
}

async function servedTitle(path: string): Promise<string> {
  const served = await server.app.request(server.origin + path, { headers: { accept: 'text/html' } })
  const [, title = ''] = /<title>([^<]+)/.exec(await served.text()) ?? []
  return title.replaceAll('&amp;', '&')
}

/** The titles the server gives the screens, by path. */
async function servedTitles(): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const [path] of SCREENS) titles.set(path, await servedTitle(path))
  return titles
}

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(`on a ${size}`, () => {
    const isPhone = size === 'phone'
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })

    test(
      'every screen opens by a link and again by the way back, with its own title and without an error',
      { tag: size === 'phone' ? [] : '@long' },
      async ({ page }) => {
        const errors = collectErrors(page)
        const titles = await servedTitles()
        await page.goto(`${server.origin}/no/such/page`)
        const isOpen = async (path: string, layout: string) => {
          await expect(page, path).toHaveTitle(titles.get(path) ?? '')
          await expect(page.locator('[data-layout]'), path).toHaveAttribute('data-layout', layout)
          await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
          expect(new URL(page.url()).pathname).toBe(path)
          await expectBackdrop(page, path)
        }
        for (const [path, layout] of SCREENS) {
          await page.evaluate((to) => history.pushState(null, '', to), path)
          await isOpen(path, layout)
        }
        for (const [path, layout] of SCREENS.toReversed().slice(1)) {
          await page.evaluate(() => history.back())
          await isOpen(path, layout)
        }
        await page.evaluate(() => history.back())
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
        expect(errors.filter((error) => !error.endsWith('/no/such/page'))).toEqual([])
      },
    )
  })

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true, isMobile: true })

  test('every screen opens cold, with its own title and without an error', async ({ page }) => {
    const errors = collectErrors(page)
    for (const [path, title] of await servedTitles()) {
      const response = await page.goto(server.origin + path)
      expect([path, response?.status()]).toEqual([path, 200])
      await expect(page, path).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    }
    expect(errors).toEqual([])
  })
})

test('an unknown address is a 404 that says so, in the pure layout', async ({ page }) => {
  const response = await page.goto(`${server.origin}/no/such/page`)
  expect(response?.status()).toBe(404)
  await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', 'pure')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
})

test('a video address that is opened directly goes on with its source', async ({ page }) => {
  await page.goto(`${server.origin}/video-detail/abc`)
  await expect(page).toHaveURL(/\?source=pc_cfeed$/)
})

test('the colour mode is dark when unset or system, and light only when chosen', async ({ page }) => {
  const theme = () => page.locator('html').getAttribute('data-theme')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [stored, shown] of [
    [null, 'dark'],
    ['system', 'dark'],
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const) {
    await page.goto(`${server.origin}/home`)
    await page.evaluate((mode) => {
      if (mode === null) localStorage.removeItem('kinora.colorMode')
      else localStorage.setItem('kinora.colorMode', JSON.stringify(mode))
    }, stored)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([stored, await theme()]).toEqual([stored, shown])
  }
  await page.evaluate(() => localStorage.setItem('kinora.colorMode', '"light"'))
  await page.goto(`${server.origin}/pay/success`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await theme()).toBe('dark')
})

for (const theme of ['dark', 'light']) {
  test(`axe finds nothing on the main screens in the ${theme} theme`, async ({ page }) => {
    await page.goto(`${server.origin}/home`)
    await page.evaluate((mode) => localStorage.setItem('kinora.colorMode', JSON.stringify(mode)), theme)
    for (const path of ['/', '/home', '/tools/image-to-video-generator', '/ai/creation', '/pricing', '/pay/success', '/nowhere']) {
      await page.goto(server.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    }
  })
}
