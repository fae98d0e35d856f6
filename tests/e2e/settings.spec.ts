import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { expect, test } from './support/test.ts'

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test(
  'privacy choices are off until they are turned on, are stored, and are those with an effect here',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${server.origin}/ai/setting#privacy`)
    await expect(page.getByRole('heading', { name: 'Privacy' })).toBeFocused()
    const reportSwitch = page.getByRole('switch', { name: 'Error reports' })
    await expect(reportSwitch).not.toBeChecked()
    for (const name of ['Usage statistics', 'How you found us']) await expect(page.getByRole('switch', { name })).toHaveCount(0)
    await reportSwitch.click()
    await expect(reportSwitch).toBeChecked()
    await page.reload()
    await expect(reportSwitch).toBeChecked()
    const storedConsents = await page.evaluate(() =>
      ['usageConsent', 'attributionConsent', 'errorReports'].map((name) => localStorage.getItem(`kinora.${name}`)),
    )
    expect(storedConsents).toEqual([null, null, '"granted"'])
    // The settings also let the user withdraw a stored consent.
    await page.evaluate(() => localStorage.setItem('kinora.usageConsent', '"granted"'))
    await page.reload()
    await page.getByRole('switch', { name: 'Usage statistics' }).click()
    await expect(page.getByRole('switch', { name: 'Usage statistics' })).not.toBeChecked()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('kinora.usageConsent'))).toBe('"refused"')
  },
)

test('notifications are enabled, tested and turned off on this device', async ({ page, context }) => {
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await page.goto(`${server.origin}/ai/setting#notifications`)
  const notificationSwitch = page.getByRole('switch', { name: 'Notify me on this device' })
  await expect(notificationSwitch).toBeChecked()
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(page.getByText("Test notification sent. If you don't see it")).toBeVisible()
  await notificationSwitch.click()
  await expect(notificationSwitch).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Send a test notification' })).toBeHidden()
  await page.reload()
  await expect(notificationSwitch).not.toBeChecked()
  await notificationSwitch.click()
  await expect(notificationSwitch).toBeChecked()
})
