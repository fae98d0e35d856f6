import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { axeFaults } from './support/axe-faults.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { collectErrors } from './support/page-errors.ts'
import { NARROW, createReader } from './support/reading.ts'
import { SCREENS } from './support/screens.ts'
import { untilSettled } from './support/settled.ts'

/** Screens that the tests open only as a visitor: an account does not have them, or sees what a visitor sees. */
const VISITOR_ONLY_SCREENS: ReadonlySet<string> = new Set([
  '/',
  '/index',
  '/en',
  '/en/home',
  '/login',
  '/signup',
  '/pricing',
  '/ai/receipt/an-id',
])
/** Screens with another content for an account than for a visitor. */
const DIFFERING_SCREENS: ReadonlySet<string> = new Set(['/home', '/ai/setting', '/ai/creation', '/ai/personal'])
const VISITOR_AXE_SCREENS: ReadonlySet<string> = new Set([
  '/',
  '/home',
  '/login',
  '/signup',
  '/pricing',
  '/ai/setting',
  '/ai/creation',
  '/nowhere',
])
const ACCOUNT_AXE_SCREENS: ReadonlySet<string> = new Set(['/tools/image-to-video-generator', '/ai/setting', '/ai/personal', '/pay/success'])
/** The end of each address that opens a gallery item in the viewer. */
const GALLERY_ITEM = '/golden-hour'
/** The tests open many screens and wait until each one is settled. */
const TIME_LIMIT_MS = 600_000
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test.describe('every screen opens cold with its layout, the server’s title and a heading, without an error, deep dark only after a payment; axe finds nothing on the main ones in either theme, and at 320 px nothing is cut off or overlaps', () => {
  test.use({ serverOptions: { config: { signMode: 'off' } } })
  test.setTimeout(TIME_LIMIT_MS)

  test('for a visitor', { tag: '@long' }, async ({ page }) => {
    const screens = SCREENS.filter(([path]) => VISITOR_ONLY_SCREENS.has(path) || DIFFERING_SCREENS.has(path))
    await openCold(page, [...screens, ['/nowhere', 'pure']], VISITOR_AXE_SCREENS)
  })

  test('for a user with long words, large numbers, videos and a plan', { tag: '@long' }, async ({ page }) => {
    await createDemandingPerson(page, server)
    const screens = SCREENS.filter(([path]) => !VISITOR_ONLY_SCREENS.has(path))
    await openCold(page, [...screens, ['/ai/creation?q=nothing-like-that', 'home'], ['/nowhere', 'pure']], ACCOUNT_AXE_SCREENS)
    await page.goto(`${server.origin}/ai/ledger`)
    await page.getByRole('link', { name: 'Receipt' }).first().click()
    await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
    expect(await (await createReader(page, [NARROW]))('receipt')).toEqual([])
  })
})

async function openCold(page: Page, screens: typeof SCREENS, axeScreens: ReadonlySet<string>): Promise<void> {
  const errors = collectErrors(page)
  const read = await createReader(page, [NARROW])
  const faults: string[] = []
  for (const [path, layout] of screens) {
    const response = await page.goto(server.origin + path)
    expect([path, response?.status()]).toEqual([path, path === '/nowhere' ? 404 : 200])
    await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', layout)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    // The viewer of an item loads after its screen.
    if (path.endsWith(GALLERY_ITEM)) await expect(page.getByRole('dialog'), path).toBeVisible()
    const title = await readServedTitle(path)
    await expect(page, path).toHaveTitle(title)
    expect([path, title === 'Support' || title.includes('Kinora')]).toEqual([path, true])
    await expectBackdrop(page, path)
    if (axeScreens.has(path)) {
      await untilSettled(page)
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

async function readServedTitle(path: string): Promise<string> {
  const response = await server.app.request(server.origin + path, { headers: { accept: 'text/html' } })
  const [, title = ''] = /<title>([^<]+)/.exec(await response.text()) ?? []
  return title.replaceAll('&amp;', '&')
}

/** The server's titles of the screens, by path. */
async function readServedTitles(): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const [path] of SCREENS) titles.set(path, await readServedTitle(path))
  return titles
}

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(`on a ${size}`, () => {
    const isPhone = size === 'phone'
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })

    test('every screen opens by a link and again by Back, with its own title and without an error', { tag: '@long' }, async ({ page }) => {
      const errors = collectErrors(page)
      const titles = await readServedTitles()
      await page.goto(`${server.origin}/no/such/page`)
      const expectOpen = async (path: string, layout: string) => {
        await expect(page, path).toHaveTitle(titles.get(path) ?? '')
        await expect(page.locator('[data-layout]'), path).toHaveAttribute('data-layout', layout)
        await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(path)
        await expectBackdrop(page, path)
      }
      for (const [path, layout] of SCREENS) {
        await page.evaluate((to) => history.pushState(null, '', to), path)
        await expectOpen(path, layout)
      }
      for (const [path, layout] of SCREENS.toReversed().slice(1)) {
        await page.evaluate(() => history.back())
        await expectOpen(path, layout)
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
    for (const [path, title] of await readServedTitles()) {
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
  const readTheme = () => page.locator('html').getAttribute('data-theme')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [storedMode, shownTheme] of [
    [null, 'dark'],
    ['system', 'dark'],
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const) {
    await page.goto(`${server.origin}/home`)
    await page.evaluate((mode) => {
      if (mode === null) localStorage.removeItem('kinora.colorMode')
      else localStorage.setItem('kinora.colorMode', JSON.stringify(mode))
    }, storedMode)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([storedMode, await readTheme()]).toEqual([storedMode, shownTheme])
  }
  await page.evaluate(() => localStorage.setItem('kinora.colorMode', '"light"'))
  await page.goto(`${server.origin}/pay/success`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await readTheme()).toBe('dark')
})
