import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { userMenu } from './support/account-screens.ts'
import { checkoutOf, untilCheckoutIsLeft } from './support/checkout-screens.ts'
import { expectBalance, studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

/** The welcome points of a visitor and an account. */
const WELCOME_POINTS = 160

let server: SharedServer

test.beforeEach(async ({ server: sharedServer }) => {
  server = sharedServer
  Object.assign(server.config, { welcomePointsVisitor: 60, welcomePointsAccount: 100 })
})

const pointsDialog = (page: Page) => page.getByRole('dialog', { name: 'Buy points' })
const premiumDialog = (page: Page) => page.getByRole('dialog', { name: 'Premium' })

async function openPacks(page: Page): Promise<void> {
  await userMenu(page).click()
  await page.getByRole('button', { name: 'Buy points' }).click()
  await expect(pointsDialog(page)).toBeVisible()
}

async function cancelPlan(page: Page): Promise<void> {
  await page.goto(`${server.origin}/ai/setting`)
  await page.getByRole('region', { name: 'Plan', exact: true }).getByRole('button', { name: 'Cancel plan' }).click()
  const retention = page.getByRole('dialog', { name: 'Cancel your plan?' })
  await retention.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText("Your plan is canceled. You won't be charged for it again.")).toBeVisible()
  await expect(retention).toBeHidden()
}

/**
 * Expects the same purchases in both histories and in the ledger: the free week, the yearly plan, a pack at half price, and the
 * cancellation.
 */
async function expectPurchases(page: Page): Promise<void> {
  const rowsOf = (name: string) => page.getByRole('dialog', { name }).getByRole('list').first().getByRole('listitem')
  await page.getByRole('button', { name: 'Plan history' }).click()
  const planRows = rowsOf('Plan history')
  await expect(planRows).toHaveCount(2)
  for (const [index, text] of [/Yearly[^]*Canceled[^]*\$49\.99/, /Weekly[^]*Canceled[^]*\$0\.00/].entries())
    await expect(planRows.nth(index)).toHaveText(text)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Point purchases' }).click()
  const packRows = rowsOf('Point purchases')
  await expect(packRows).toHaveCount(1)
  await expect(packRows.first()).toHaveText(/100 points[^]*\$2\.49/)
  const downloadEvent = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All invoices and credit notes' }).click()
  const invoices = await downloadEvent
  expect([await invoices.failure(), /^kinora-invoices-.*\.zip$/.test(invoices.suggestedFilename())]).toEqual([null, true])
  await page.goto(`${server.origin}/ai/ledger`)
  const lines = page.getByRole('list', { name: 'Points' }).getByRole('listitem')
  const lineTexts = [/\+100[^]*2,760/, /\+2,500[^]*2,660/, /\+60[^]*160/, /\+100[^]*100/]
  await expect(lines).toHaveCount(lineTexts.length)
  for (const [index, text] of lineTexts.entries()) await expect(lines.nth(index)).toHaveText(text)
  await expect(
    page.getByText('Your points history has 4 entries totaling 2,760 points. Your balance of 2,760 points matches your points history.'),
  ).toBeVisible()
}

test('a user without enough points in the middle of a draft buys the missing ones and returns to it, with nothing sent automatically', async ({
  page,
}) => {
  const { open, drop, prompt, generateButton } = studio(page)
  await logInAs(page.context(), server, 'ann@example.com')
  await open(server.origin)
  await page.getByRole('radio', { name: '4', exact: true }).check()
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill('Slow orbit')
  await page.getByRole('button', { name: 'Buy points · 40 needed' }).click()
  await pointsDialog(page).getByRole('button', { name: 'Buy 100 points · $4.99' }).click()
  await checkoutOf(page).press(/^Pay 4\.99/)
  await expectBalance(page, WELCOME_POINTS + 100)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(generateButton).toHaveAccessibleName('Generate · 200 points')
  await expect(generateButton).toBeEnabled()
  await expect(prompt).toHaveValue('Slow orbit')
  await expect(page.getByRole('img', { name: /Your photo/ })).toBeVisible()
  expect(server.timesOf('/api/v1/ai/i2v/gen/custom')).toEqual([])
})

test(
  'the free week leads home and charges in full; the yearly plan, reached from the discount, halves every pack, and the books record all of it',
  { tag: '@long' },
  async ({ page }) => {
    const nav = page.getByRole('navigation', { name: 'Main menu', exact: true })
    await logInAs(page.context(), server, 'ben@example.com')
    await page.goto(`${server.origin}/home`)
    await nav.getByRole('link', { name: 'Pricing' }).click()
    await page.getByRole('button', { name: 'Start free trial' }).click()
    await checkoutOf(page).press('Start free trial')
    await expect(page).toHaveURL(/\/home$/)
    await expect(nav.getByRole('link', { name: 'Pricing' })).toBeHidden()
    await page.goto(`${server.origin}/pricing`)
    await expect(page).toHaveURL(/\/home$/)
    // Waits for the screen, which changes after the address. A dialog opened in between would close with the earlier screen.
    await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', 'home')

    await openPacks(page)
    await expect(pointsDialog(page).getByRole('button', { name: 'Buy 100 points · $4.99' })).toBeEnabled()
    await page.getByRole('switch', { name: /50% off point packs/ }).check()
    await expect(page.getByText('Half-price point packs start with your first paid week.')).toBeVisible()
    await expect(premiumDialog(page).getByRole('radio', { name: /^Weekly.*Your plan/ })).toBeDisabled()
    await expect(premiumDialog(page).getByRole('radio', { name: /^Yearly/ })).toBeChecked()
    const yearlyButton = premiumDialog(page).getByRole('button', { name: 'Get Premium yearly · $49.99' })
    await expect(yearlyButton).toHaveAccessibleDescription(/Your weekly plan will end, and you won't be charged for it again\.$/)
    await yearlyButton.click()
    await checkoutOf(page).press(/^Pay 49\.99/)
    await expect(page.getByRole('button', { name: '2,660 points available' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await openPacks(page)
    await expect(pointsDialog(page).getByRole('button', { name: 'Buy 100 points · $2.49' })).toBeEnabled()
    await expect(page.getByRole('switch', { name: /50% off point packs/ })).toBeChecked()
    await pointsDialog(page).getByRole('button', { name: 'Buy 100 points · $2.49' }).click()
    await checkoutOf(page).press(/^Pay 2\.49/)
    await expect(page.getByRole('button', { name: '2,760 points available' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await untilCheckoutIsLeft(page)

    await cancelPlan(page)
    await expectPurchases(page)
  },
)
