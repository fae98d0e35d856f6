import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { buy } from './support/buy.ts'
import { logInAs } from './support/log-in-as.ts'
import { expectBalance } from './support/studio.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** The welcome points of an account, without a visitor's. */
const WELCOME_POINTS = 100
const WEEK_POINTS = 400

// The tests set the server's clock ahead. With signatures on, the server would reject the browser's requests, because the browser signs the
// real time.
test.use({ serverOptions: { config: { signMode: 'off' } } })

test.beforeEach(({ server }) => {
  Object.assign(server.config, { welcomePointsVisitor: 0, welcomePointsAccount: WELCOME_POINTS })
})

const plan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true })
const button = (page: Page, name: string) => plan(page).getByRole('button', { name })

test('a cancelled plan is resumed, then cancelled and resumed once more', async ({ page, context, server }) => {
  await logInAs(context, server, 'ann@example.org')
  await buy(context, server, 'premium_weekly')
  await page.goto(`${server.origin}/ai/setting`)
  const retention = page.getByRole('dialog', { name: 'Cancel your plan?' })
  for (let time = 0; time < 2; time += 1) {
    await button(page, 'Cancel plan').click()
    await retention.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(retention).toBeHidden()
    await expect(plan(page).getByText(/^On .*, with no further charges$/)).toBeVisible()
    await button(page, 'Resume plan').click()
    await expect(page.getByText(/^Your plan continues and renews on .* You weren't charged today\.$/)).toBeVisible()
    await expect(plan(page).getByText('Active', { exact: true })).toBeVisible()
    await expect(plan(page).getByText(/^\$9\.99 on /)).toBeVisible()
    await expect(button(page, 'Resume plan')).toHaveCount(0)
  }
  server.goAhead(WEEK_MS + 1000)
  await server.payRound()
  await page.reload()
  await expectBalance(page, WELCOME_POINTS + 2 * WEEK_POINTS)
})

test('a failed payment is retried, fails, and succeeds with another card', async ({ page, context, server }) => {
  await logInAs(context, server, 'ann@example.org')
  await buy(context, server, 'premium_weekly')
  await server.database.execute('update sandbox_subscription set is_card_refused = true', [])
  server.goAhead(WEEK_MS + 1000)
  await server.payRound()
  await page.goto(`${server.origin}/ai/setting`)
  await expect(plan(page).getByRole('alert')).toContainText("Your payment of $9.99 failed, so you weren't charged.")
  await button(page, 'Pay now · $9.99').click()
  await expect(page.getByText("Your card was declined again, so you weren't charged.")).toBeVisible()

  await button(page, 'Update card').click()
  await expect(page.getByRole('heading', { name: 'Premium weekly' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a card that works' }).click()
  await expect(page).toHaveURL(`${server.origin}/ai/setting`)

  await button(page, 'Pay now · $9.99').click()
  await expect(page.getByText('Your payment went through. You were charged $9.99, and your plan continues.')).toBeVisible()
  await expect(plan(page).getByText('Active', { exact: true })).toBeVisible()
  await expect(button(page, 'Update card')).toHaveCount(0)
  await expectBalance(page, WELCOME_POINTS + 2 * WEEK_POINTS)
})
