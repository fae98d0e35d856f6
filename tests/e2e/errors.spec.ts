import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/test.ts'
import { clientError } from '#server/database/measurement-schema.ts'
import { expectLoggedOut, logOut, userMenu } from './support/account-screens.ts'
import { collectErrors } from './support/page-errors.ts'
import { logInAs } from './support/log-in-as.ts'

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const SECRET = 'no plan named gold'
const TOKEN = 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4'

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** Replaces the code of the pricing screen with code that throws. */
async function breakPricing(page: Page): Promise<void> {
  const body = `export function PricingPage() { throw new Error('${SECRET}, asked at /plans?token=${TOKEN}') }`
  await page.route('**/assets/pricing-page-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

const errorHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Internal Server Error' })
const link = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test(
  'an error is reported under its displayed id, only after consent, and without the query of the page',
  { tag: '@long' },
  async ({ page }) => {
    const reports = () => server.database.db.select().from(clientError)
    const readShownId = () => page.getByRole('main').locator('code').textContent()
    const breakOnce = async () => {
      const errorChunk = page.waitForResponse(/follow-errors-/)
      await page.goto(`${server.origin}/explore`)
      await link(page, 'Pricing').click()
      await expect(errorHeading(page)).toBeVisible()
      await errorChunk
    }
    await breakPricing(page)
    await breakOnce()
    await page.evaluate(() => localStorage.setItem('kinora.errorReports', '"granted"'))
    await breakOnce()
    await expect.poll(reports).toMatchObject([{ errorId: await readShownId(), kind: 'drawing', screen: '/pricing' }])
    const [report] = await reports()
    expect(report?.words).toContain(SECRET)
    expect(JSON.stringify(report)).not.toContain(TOKEN)
  },
)

test('a crashed screen shows an id and leaves the navigation usable; its details show on open or copy, without a token', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const errors = collectErrors(page)
  await breakPricing(page)
  await page.route('**/locales/component/*', (route) => route.fulfill({ status: 503 }))
  await page.goto(`${server.origin}/explore?source=${TOKEN}`)
  await link(page, 'Pricing').click()
  await expect(errorHeading(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('500')
  const id = (await page.getByRole('main').locator('code').textContent()) ?? ''
  expect(id).toMatch(/^[0-9a-f]{10}$/)
  expect(errors.some((line) => line.includes(id))).toBe(true)
  await expect(page.getByText(SECRET)).toBeHidden()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Copy details' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copiedText = await page.evaluate(() => navigator.clipboard.readText())
  expect(copiedText).toContain(`Error ${id}`)
  expect(copiedText).toContain(SECRET)
  expect(copiedText).not.toContain(TOKEN)
  await page.getByText('Technical details', { exact: true }).click()
  await expect(page.getByText(SECRET)).toBeVisible()
  await link(page, 'Explore').click()
  await expect(page.getByRole('heading', { level: 1, name: /explore/i })).toBeVisible()
  await expect(errorHeading(page)).toHaveCount(0)
  await link(page, 'Pricing').click()
  await expect(errorHeading(page)).toBeVisible()
  await page.unroute('**/assets/pricing-page-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(errorHeading(page)).toHaveCount(0)
})

test('a crawler gets no error page for a crashed screen, but the rest of it', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: CRAWLER })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await breakPricing(page)
  await page.goto(`${server.origin}/pricing`)
  await expect.poll(() => errors.join('\n')).toContain(SECRET)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(errorHeading(page)).toHaveCount(0)
  await context.close()
})

test(
  'an unknown address shows a message in both component languages, and in one where no texts load',
  { tag: '@long' },
  async ({ page }) => {
    for (const [locale, homeLabel] of [
      ['en', 'Back to home'],
      ['zh-CN', '返回首页'],
    ] as const) {
      await page.goto(`${server.origin}/nothing/here`)
      await page.evaluate((code) => localStorage.setItem('kinora.componentLocale', JSON.stringify(code)), locale)
      expect((await page.reload())?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
      await expect(page.getByRole('link', { name: homeLabel })).toBeVisible()
      await expect(page.locator('main [lang]')).toHaveAttribute('lang', locale)
      await expect(page.getByRole('main')).toContainText('404')
    }
    await page.route('**/locales/component/*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible()
    await expect(page.locator('main [lang]')).toHaveAttribute('lang', 'en')
  },
)

test(
  'one toast shows per id; the notices survive a reload and are removed with the account',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logInAs(page.context(), server, 'notices@example.com')
    await page.goto(`${server.origin}/video-effects/golden-hour`)
    const copyButton = page.locator('dialog[open]').getByRole('button', { name: 'Copy link' })
    const toasts = page.locator('[data-sonner-toast]').filter({ hasText: 'Link copied' })
    for (let press = 0; press < 3; press += 1) await copyButton.click()
    await expect(toasts).toHaveCount(1)
    const notices = page.getByRole('region', { name: 'Notifications' })
    await page.goto(`${server.origin}/home`)
    await userMenu(page).click()
    await expect(notices.getByRole('listitem').filter({ hasText: 'Link copied' })).toHaveCount(1)
    await expect(notices).toContainText('Just now')
    await expect(notices).toContainText('New')
    const readSeenAtMs = () =>
      page.evaluate(() => (JSON.parse(localStorage.getItem('kinora.noticeHistory') ?? '{}') as { seenAtMs?: number }).seenAtMs ?? 0)
    await expect.poll(readSeenAtMs).toBeGreaterThan(0)
    await page.reload()
    await userMenu(page).click()
    await expect(notices.getByRole('listitem').filter({ hasText: 'Link copied' })).toHaveCount(1)
    await expect(notices).not.toContainText('New')
    await page.keyboard.press('Escape')
    await logOut(page)
    await expectLoggedOut(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('kinora.noticeHistory'))).toBeNull()
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    await expect(notices).toContainText('No notifications yet')
  },
)
