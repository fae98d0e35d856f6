import type { BrowserContext, Page } from '@playwright/test'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { eq } from 'drizzle-orm'
import { payment, refundRequest } from '#server/database/payment-schema.ts'
import { expect, test } from './support/test.ts'
import { buy } from './support/buy.ts'
import { logInAs } from './support/log-in-as.ts'

/** The welcome points of an account; the test's configuration gives a visitor none. */
const WELCOME_POINTS = 100

// The test sends some purchases by direct calls, which have no signature.
test.use({ serverOptions: { config: { signMode: 'off' } } })

test.beforeEach(({ server }) => {
  Object.assign(server.config, { welcomePointsVisitor: 0, welcomePointsAccount: WELCOME_POINTS })
})

const refundSection = (page: Page) => page.getByRole('region', { name: 'Refund', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request a refund?' })

async function expectBalance({ request }: BrowserContext, { origin }: Pick<TestServer, 'origin'>, points: number): Promise<void> {
  const answer = await request.get(`${origin}/api/v1/user/points`)
  expect(await answer.json()).toMatchObject({ data: { points } })
}

async function openReceipt(
  page: Page,
  context: BrowserContext,
  server: Pick<TestServer, 'config' | 'database' | 'origin'>,
  skuId: string,
): Promise<void> {
  await logInAs(context, server, 'ann@example.org')
  const orderId = await buy(context, server, skuId)
  const [row] = await server.database.db.select().from(payment).where(eq(payment.orderId, orderId))
  await page.goto(`${server.origin}/ai/receipt/${row?.id}`)
}

async function requestRefund(page: Page, amount: string): Promise<void> {
  await refundSection(page).getByRole('button', { name: 'Request refund' }).click()
  await dialog(page)
    .getByRole('button', { name: `Request ${amount} refund` })
    .click()
}

test('a pack is refunded: the dialog lists the losses before, and the receipt, the balance and the ledger show them after', async ({
  page,
  context,
  server,
}) => {
  await openReceipt(page, context, server, 'points_300')
  await expect(refundSection(page)).toContainText(
    /You can request a refund of \$[\d.]+\. If you do, 300 points will be removed from your balance\./,
  )
  await refundSection(page).getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog(page).getByText('Refund amount')).toBeVisible()
  await dialog(page).getByLabel('Why do you want a refund?').selectOption('Bought by mistake')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await expectBalance(context, server, WELCOME_POINTS + 300)
  await refundSection(page).getByRole('button', { name: 'Request refund' }).click()
  const requestButton = dialog(page).getByRole('button', { name: /^Request .* refund$/ })
  await requestButton.dblclick()
  await expect(refundSection(page).getByText('Refunded', { exact: true })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(refundSection(page)).toContainText('300 points were removed')
  await expect(page.getByText(/^Credit note /).first()).toBeVisible()
  await expectBalance(context, server, WELCOME_POINTS)
  await page.goto(`${server.origin}/ai/ledger`)
  await expect(page.getByText('Refunded purchase')).toHaveCount(1)
})

test('a refund waits for the payment service, which refuses it: the points return', async ({ page, context, server }) => {
  await openReceipt(page, context, server, 'points_100')
  await server.database.execute('update sandbox_charge set holds_refunds = true', [])
  await requestRefund(page, '$4.99')
  await expect(refundSection(page).getByText('Refund requested', { exact: true })).toBeVisible()
  await expect(refundSection(page).getByRole('button', { name: 'Request refund' })).toHaveCount(0)
  await expectBalance(context, server, WELCOME_POINTS)
  const adminPage = await context.newPage()
  await adminPage.goto(new URL(server.checkoutOrigin).href)
  await adminPage.getByRole('button', { name: 'Decline refund' }).click()
  await expect(adminPage.getByText('None', { exact: true })).toBeVisible()
  await server.payRound()
  await refundSection(page).getByRole('button', { name: 'Check again' }).click()
  await expect(refundSection(page).getByText('Refund declined', { exact: true })).toBeVisible()
  await expect(refundSection(page).getByRole('link', { name: 'Contact support' })).toBeVisible()
  await expectBalance(context, server, WELCOME_POINTS + 100)
})

test('a lost answer causes no second request', async ({ page, context, server }) => {
  await openReceipt(page, context, server, 'points_100')
  await refundSection(page).getByRole('button', { name: 'Request refund' }).click()
  const requestButton = dialog(page).getByRole('button', { name: 'Request $4.99 refund' })
  await page.route('**/api/pay/payment/refund', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await requestButton.click()
  await expect(refundSection(page).getByText('Refunded', { exact: true })).toBeVisible()
  expect(await server.database.db.select().from(refundRequest)).toHaveLength(1)
})

test('a refunded plan ends with its refund', async ({ page, context, server }) => {
  await openReceipt(page, context, server, 'premium_weekly')
  await refundSection(page).getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog(page)).toContainText('Requesting this refund also cancels your plan')
  await dialog(page).getByRole('button', { name: 'Request $9.99 refund' }).click()
  await expect(refundSection(page).getByText('Refunded', { exact: true })).toBeVisible()
  await page.goto(`${server.origin}/ai/setting`)
  await expect(page.getByRole('region', { name: 'Plan', exact: true }).getByText('Basic', { exact: true })).toBeVisible()
})
