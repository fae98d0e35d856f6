import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setPreference } from '#src/store/preferences.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { logIn } from '../fixtures/people.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { axeFaults } from '../fixtures/screen-tools.ts'

const SCREENS = ['/support', '/privacy-policy', '/terms-of-service'] as const

startAsFirstVisit()

test('a message shows its missing fields, and the form fills in the address of an account', async () => {
  const email = page.getByRole('main').getByLabelText('Your email', { exact: true }).first()
  await renderScreen('/support')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect.element(email).toHaveFocus()
  await expect.element(page.getByText('Enter a subject.')).toBeVisible()
  expect(document.querySelector('main a[href="/demo/crop"]')).not.toBeNull()
  logIn('ann@example.org')
  await renderScreen('/support')
  await expect.element(email).toHaveValue('ann@example.org')
})

test('the legal texts open cold at the section in the address, and link onward', async () => {
  await renderScreen('/privacy-policy#consent')
  await expect.element(page.getByRole('heading', { name: 'Only if you allow it' })).toBeInViewport()
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Cookies' }).click()
  await expect.element(page.getByRole('heading', { name: 'Cookies', exact: true })).toBeInViewport()
  await renderScreen('/terms-of-service')
  await page.getByRole('link', { name: 'pricing page' }).click()
  await expect.poll(() => location.pathname).toBe('/pricing')
  await renderScreen('/signup')
  await page.getByRole('link', { name: 'terms of service' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
})

for (const theme of ['dark', 'light'] as const)
  test(`axe finds nothing on support and the legal texts in the ${theme} theme`, async () => {
    setPreference('colorMode', theme)
    for (const path of SCREENS) {
      await renderScreen(path)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const summary of document.querySelectorAll('summary')) summary.click()
      expect([path, ...(await axeFaults('body', theme === 'dark' ? 'all' : 'contrast'))]).toEqual([path])
    }
  })
