import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { collectErrors } from './support/page-errors.ts'
import { repeatWakeMessage } from './support/network-back.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test.afterEach(() => server.down(false))

const plan = (page: Page, name: 'Weekly' | 'Yearly') => page.getByRole('radio', { name: new RegExp(`^${name}`) })

test('a visitor sees the total price of each plan and pack, the price after the free week, and the differences', async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(`${server.origin}/pricing`)
  await expect(plan(page, 'Weekly')).toBeChecked()
  const trialButton = page.getByRole('button', { name: 'Start free trial' })
  await expect(trialButton).toBeEnabled()
  const trialEnd = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(Date.now() + WEEK_MS)
  await expect(trialButton).toHaveAccessibleDescription(
    new RegExp(`^Free until ${trialEnd}, then \\$9\\.99 every week\\. Cancel anytime in settings\\.`),
  )
  await expect(plan(page, 'Weekly')).toHaveAccessibleName(/\$0\.00 instead of \$9\.99 for the first week/)
  await expect(plan(page, 'Yearly')).toHaveAccessibleName(/\$0\.96 a week\s*\$49\.99 billed once a year/)
  await plan(page, 'Yearly').check()
  await expect(page.getByRole('button', { name: 'Get Premium yearly · $49.99' })).toHaveAccessibleDescription(
    /^\$49\.99 today, then every year/,
  )
  for (const pack of ['100', '300', '800', '2,000', '5,000'])
    await expect(page.getByRole('button', { name: `Buy ${pack} points`, exact: true })).toBeEnabled()
  await expect(page.getByRole('row', { name: /^Point packs Full price 50% off/ })).toBeVisible()
  const questionGroup = page.getByRole('group').filter({ hasText: 'How do I cancel?' })
  await questionGroup.locator('summary').press('Enter')
  await expect(questionGroup.getByText(/Go to your settings/)).toBeVisible()
  expect(errors).toEqual([])
})

test(
  'without a connection the last loaded prices show, marked, and can not be bought',
  { tag: ['@long', '@offline'] },
  async ({ page }) => {
    await page.goto(`${server.origin}/pricing`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeEnabled()
    server.down(true)
    await page.reload()
    await expect(page.getByText(/These prices are from/)).toBeVisible()
    await expect(page.getByRole('heading', { name: '800 points' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Buy 800 points', exact: true })).toBeDisabled()
    server.down(false)
    await repeatWakeMessage(page)
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeEnabled()
  },
)
