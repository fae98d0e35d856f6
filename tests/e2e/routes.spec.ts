import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { axeFaults } from './support/axe-faults.ts'
import { demandingPerson } from './support/demanding-person.ts'
import { collectErrors } from './support/page-errors.ts'
import { NARROW, reading } from './support/reading.ts'
import { SCREENS } from './support/screens.ts'
import { settled } from './support/settled.ts'

/** Screens that an account does not have, or sees as a visitor does. */
const VISITORS_ALONE: ReadonlySet<string> = new Set([
  '/',
  '/index',
  '/en',
  '/en/home',
  '/login',
  '/signup',
  '/pricing',
  '/ai/receipt/an-id',
])
/** Screens that show something else to an account than to a visitor. */
const DIFFERENT: ReadonlySet<string> = new Set(['/home', '/ai/setting', '/ai/creation', '/ai/personal'])
const VISITORS_AXE: ReadonlySet<string> = new Set([
  '/',
  '/home',
  '/login',
  '/signup',
  '/pricing',
  '/ai/setting',
  '/ai/creation',
  '/nowhere',
])
const ACCOUNTS_AXE: ReadonlySet<string> = new Set(['/tools/image-to-video-generator', '/ai/setting', '/ai/personal', '/pay/success'])
/** The tests open many screens and wait until each one is settled. */
const TIME_LIMIT_MS = 600_000
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

let server: SharedServer

test.beforeEach(({ server: shared }) => {
  server = shared
})

test.describe('every screen opens cold with its layout, the server’s title and a heading, without an error, deep dark only after a payment; axe finds nothing on the main ones in either theme, and at 320 px nothing is cut off or overlaps', () => {
  test.use({ serverOptions: { config: { signMode: 'off' } } })
  test.setTimeout(TIME_LIMIT_MS)

  test('for a visitor', { tag: '@long' }, async ({ page }) => {
    const screens = SCREENS.filter(([path]) => VISITORS_ALONE.has(path) || DIFFERENT.has(path))
    await openCold(page, [...screens, ['/nowhere', 'pure']], VISITORS_AXE)
  })

  test('for a user with long words, large numbers, videos and a plan', { tag: '@long' }, async ({ page }) => {
    await demandingPerson(page, server)
    const screens = SCREENS.filter(([path]) => !VISITORS_ALONE.has(path))
    await openCold(page, [...screens, ['/ai/creation?q=nothing-like-that', 'home'], ['/nowhere', 'pure']], ACCOUNTS_AXE)
    await page.goto(`${server.origin}/ai/ledger`)
    await page.getByRole('link', { name: 'Receipt' }).first().click()
    await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
    expect(await (await reading(page, [NARROW]))('receipt')).toEqual([])
  })
})

async function openCold(page: Page, screens: typeof SCREENS, readByAxe: ReadonlySet<string>): Promise<void> {
  const errors = collectErrors(page)
  const read = await reading(page, [NARROW])
  const faults: string[] = []
  for (const [path, layout] of screens) {
    const response = await page.goto(server.origin + path)
    expect([path, response?.status()]).toEqual([path, path === '/nowhere' ? 404 : 200])
    await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', layout)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const title = await servedTitle(path)
    await expect(page, path).toHaveTitle(title)
    expect([path, title === 'Support' || title.includes('Kinora')]).toEqual([path, true])
    await expectBackdrop(page, path)
    if (readByAxe.has(path)) {
      await settled(page)
      faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
    }
    faults.push(...(await read(path)))
    expect(new URL(page.url()).pathname).toBe(new URL(path, server.origin).pathname)
  }
  expect(faults).toEqual([])
  expect(errors.filter((error) => !error.endsWith('/nowhere'))).toEqual([])
}

async function expectBackdrop(page: Page, path: string): Promise<void> {
  const html = expect(page.locator('html'), path)
  await (path.startsWith('/pay/') ? html : html.not).toHaveAttribute('data-deep')
}

async function servedTitle(path: string): Promise<string> {
  const served = await server.app.request(server.origin + path, { headers: { accept: 'text/html' } })
  const [, title = ''] = /<title>([^<]+)/.exec(await served.text()) ?? []
  return title.replaceAll('&amp;', '&')
}

/** The server's titles of the screens, by path. */
async function servedTitles(): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const [path] of SCREENS) titles.set(path, await servedTitle(path))
  return titles
}

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(`on a ${size}`, () => {
    const isPhone = size === 'phone'
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })

    test('every screen opens by a link and again by Back, with its own title and without an error', { tag: '@long' }, async ({ page }) => {
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
    })
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

test('an unknown address is a 404 with a message, in the pure layout', async ({ page }) => {
  const response = await page.goto(`${server.origin}/no/such/page`)
  expect(response?.status()).toBe(404)
  await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', 'pure')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
})

test('a video address that is opened directly redirects with its source', async ({ page }) => {
  await page.goto(`${server.origin}/video-detail/abc`)
  await expect(page).toHaveURL(`${server.origin}/explore/abc?source=pc_cfeed`)
})

test('the colour mode is dark when unset or system, and light only when chosen', { tag: '@long' }, async ({ page }) => {
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
