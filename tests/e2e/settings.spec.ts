import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { signUp } from './account-screens.ts'
import { collectErrors } from './page-errors.ts'

const NARROW = { width: 320, height: 700 }

let server: TestServer

test.beforeEach(async () => {
  server = await startTestServer()
})

test.afterEach(async () => {
  await server.close()
})

test('privacy choices are off until they are turned on, and stay as they were left', async ({ page }) => {
  await page.goto(`${server.origin}/ai/setting#privacy`)
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeFocused()
  for (const name of ['Usage data', 'Where you came from', 'Error reports']) {
    const choice = page.getByRole('switch', { name })
    await expect(choice).not.toBeChecked()
    await choice.click()
    await expect(choice).toBeChecked()
  }
  await page.getByRole('switch', { name: 'Usage data' }).click()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Error reports' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Usage data' })).not.toBeChecked()
  const stored = await page.evaluate(() =>
    ['usageConsent', 'attributionConsent', 'errorReports'].map((name) => localStorage.getItem(`kinora.${name}`)),
  )
  expect(stored).toEqual(['"refused"', '"granted"', '"granted"'])
})

test('a link from another screen leads to the named part', async ({ page }) => {
  await page.goto(`${server.origin}/support`)
  await page.getByText('Can I watch my videos without a connection?').click()
  await page.getByRole('main').getByRole('link', { name: 'settings' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/ai\/setting#storage$/)
  await expect(page.getByRole('heading', { name: 'Storage on this device' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Storage on this device' })).toBeFocused()
})

test('saving data shows stills and smallest pictures in the galleries, after a reload too', async ({ page }) => {
  await page.goto(`${server.origin}/ai/setting#motion`)
  await page.getByRole('radio', { name: 'Always' }).check({ force: true })
  await page.goto(`${server.origin}/video-effects`)
  const tile = page.getByRole('main').locator('img[srcset]').first()
  await expect(tile).toHaveAttribute('srcset', /^[^,]*\?width=320 320w$/)
  await page.goto(`${server.origin}/ai/setting`)
  await expect(page.getByRole('radio', { name: 'Always' })).toBeChecked()
})

test('notifications are asked for, tried and turned off on this device', async ({ page, context }) => {
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await page.goto(`${server.origin}/ai/setting#notifications`)
  const choice = page.getByRole('switch', { name: 'Tell me on this device' })
  await expect(choice).toBeChecked()
  await page.getByRole('button', { name: 'Try one' }).click()
  await expect(page.getByText('Sent. If you do not see it')).toBeVisible()
  await choice.click()
  await expect(choice).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Try one' })).toBeHidden()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
})

test('every key of the viewer is told', async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(`${server.origin}/ai/setting#keys`)
  await page.getByText('Viewer', { exact: true }).click()
  for (const words of ['Space', 'Del', 'Esc', '←'])
    await expect(page.getByText(words, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  expect(errors).toEqual([])
})

for (const theme of ['dark', 'light'])
  test(`axe finds nothing in the settings in the ${theme} theme, and nothing is wider than 320 px`, async ({ page }) => {
    await signUp(page, server.origin, `${theme}@example.org`)
    await page.evaluate((mode) => localStorage.setItem('kinora.colorMode', JSON.stringify(mode)), theme)
    await page.goto(`${server.origin}/ai/setting`)
    await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
    for (const group of await page.locator('details > summary').all()) await group.click()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await page.setViewportSize(NARROW)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width)
  })
