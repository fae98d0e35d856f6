import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { buy } from './support/buy.ts'
import { logInAs } from './support/log-in-as.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WELCOME_POINTS = 100

// The test sets the server's clock ahead. With signatures on, the server would reject the browser's requests, because the browser signs the
// real time.
test.use({ serverOptions: { config: { signMode: 'off' } } })

test.beforeEach(({ server }) => {
  Object.assign(server.config, { welcomePointsVisitor: 0, welcomePointsAccount: WELCOME_POINTS })
})

const plan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('a weekly plan becomes yearly at the quoted price, a change back to weekly is scheduled, and then undone', async ({
  page,
  context,
  server,
}) => {
  await logInAs(context, server, 'ann@example.org')
  await buy(context, server, 'premium_weekly')
  server.goAhead(3.5 * DAY_MS)
  await page.goto(`${server.origin}/ai/setting`)
  await plan(page).getByRole('button', { name: 'Review plan change' }).click()
  await expect(dialog(page).getByText('Unused time on Premium weekly')).toBeVisible()
  const payButton = dialog(page).getByRole('button', { name: /^Pay \$/ })
  const price = /\$\d+\.\d\d/.exec((await payButton.textContent()) ?? '')?.[0] ?? ''
  expect(Number(price.slice(1))).toBeGreaterThan(44.9)
  expect(Number(price.slice(1))).toBeLessThan(45.1)
  await payButton.click()
  await expect(page.getByText(`Your Premium yearly plan has started. You were charged ${price}.`)).toBeVisible()
  await expect(plan(page).getByText('$49.99 a year')).toBeVisible()
  const { rows } = await server.database.execute('select points from payment where cycle = 2', [])
  const balance = WELCOME_POINTS + 400 + (rows[0] as { points: number }).points
  await expect(page.getByRole('button', { name: `${balance.toLocaleString('en-US')} points available` })).toBeVisible()

  await plan(page).getByRole('button', { name: 'Review plan change' }).click()
  await expect(dialog(page).getByText('$0.00')).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: /^Switch plans on / })
    .click()
  await expect(page.getByText(/^Your Premium weekly plan starts on .* You weren't charged today\.$/)).toBeVisible()
  await expect(plan(page).getByText(/^\$9\.99 on /)).toBeVisible()
  await plan(page).getByRole('button', { name: 'Keep yearly plan' }).click()
  await expect(page.getByText("Your plan change was undone, and you weren't charged.")).toBeVisible()
  await expect(plan(page).getByText(/^\$49\.99 on /)).toBeVisible()
})
