import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { desc } from 'drizzle-orm'
import { payOrder } from '#server/database/payment-schema.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { codeFor, PASSWORD, signInForm } from './support/account-screens.ts'
import { orderCard, PACK_NAME, checkoutOf, untilCheckoutIsLeft } from './support/checkout-screens.ts'
import { collectErrors } from './support/page-errors.ts'
import { expectBalance } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

/** The time limit of one press on the payment button. After it the test presses again. */
const PRESS_LIMIT_MS = 4000
const WELCOME_POINTS = 200
const PACK_POINTS = 100
const RESULT_PATH = '/api/pay/payment/order/result'
const PREPAY_PATH = '/api/pay/payment/subotiz/prepay/order'
/** The timeout for any outcome of an order. The page polls a late order again after 10 s at the earliest. */
const OUTCOME_TIMEOUT_MS = 60_000

async function countOrders({ database }: Pick<TestServer, 'database'>): Promise<number> {
  return (await database.db.select().from(payOrder)).length
}

/**
 * Forges the checkout's messages: a second frame opens the order's real result page, and the page itself posts the message that the
 * checkout would post.
 */
async function forgeMessage(page: Page, screen: 'success' | 'cancel', payOrderId: string): Promise<void> {
  await page.evaluate(
    async ({ path, message }) => {
      const messageSource = new Promise((resolve) => addEventListener('message', ({ source }) => source !== window && resolve(source)))
      const hostileFrame = document.createElement('iframe')
      hostileFrame.src = path
      document.body.append(hostileFrame)
      window.postMessage(message, location.origin)
      await messageSource
      hostileFrame.remove()
    },
    { path: `/pay/${screen}?payOrderId=${payOrderId}`, message: { type: `pay_${screen}`, payOrderId } },
  )
}

async function newestOrderId({ database }: Pick<TestServer, 'database'>): Promise<string> {
  const [newestOrder] = await database.db.select().from(payOrder).orderBy(desc(payOrder.createdAtMs)).limit(1)
  return newestOrder?.id ?? ''
}

test('a pack is declined, then paid in the frame, once; another one is cancelled; forged messages change nothing', async ({
  page,
  server,
}) => {
  const errors = collectErrors(page)
  const { dialog, frame, buy, press } = checkoutOf(page)
  await logInAs(page.context(), server, 'ann@example.com')
  await buy(server.origin)
  await expect(frame.getByRole('heading', { name: PACK_NAME })).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(10, 10)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(0)

  await press('Decline the card')
  await expect(frame.getByRole('alert')).toContainText('declined')
  await expect(dialog).toBeVisible()
  // "Payment successful" shows for two seconds, and `press` may resolve after that. So the test waits for the press and the message at the
  // same time.
  await Promise.all([press(/^Pay 4\.99/), expect(page.getByText('Payment successful')).toBeVisible({ timeout: OUTCOME_TIMEOUT_MS })])
  await expect(dialog).toBeHidden()
  await expectBalance(page, WELCOME_POINTS + PACK_POINTS)

  await buy(server.origin)
  await expect(frame.getByRole('heading', { name: PACK_NAME })).toBeVisible()
  const payOrderId = await newestOrderId(server)
  const requestsBefore = server.timesOf(RESULT_PATH).length
  await forgeMessage(page, 'success', payOrderId)
  await forgeMessage(page, 'cancel', payOrderId)
  await expect(frame.getByRole('heading', { name: PACK_NAME })).toBeVisible()
  await expect(dialog.getByText('Confirming your payment')).toBeHidden()
  await Promise.all([press('Cancel and go back'), expect(page.getByText('Purchase canceled')).toBeVisible({ timeout: OUTCOME_TIMEOUT_MS })])
  await expect(dialog).toBeHidden()
  expect(server.timesOf(RESULT_PATH)).toHaveLength(requestsBefore)
  await untilCheckoutIsLeft(page)
  await page.goto(`${server.origin}/home`)
  await expectBalance(page, WELCOME_POINTS + PACK_POINTS)
  await expect(page.getByRole('region', { name: 'Your purchases' })).toBeHidden()
  expect(await countOrders(server)).toBe(2)
  expect(errors).toEqual([])
})

test(
  'a late payment waits on a card in every tab, is not paid twice by mistake, and is credited',
  { tag: '@long' },
  async ({ page, context, server }) => {
    let isDelayed = true
    server.intercept(async (request, forward) => {
      const answer = await forward(request)
      if (!isDelayed || !request.url.includes(RESULT_PATH)) return answer
      const body = (await answer.json()) as { data: object }
      return Response.json({ ...body, data: { ...body.data, payResult: 'PENDING' } })
    })
    const { dialog, buy, press } = checkoutOf(page)
    await logInAs(page.context(), server, 'ben@example.com')
    await buy(server.origin)
    // The page confirms the payment for six seconds, and `press` may resolve after that. So the test waits for the press and the message at
    // the same time.
    await Promise.all([
      press('Pay, webhook arrives one hour late'),
      expect(dialog.getByText('Confirming your payment')).toBeVisible({ timeout: OUTCOME_TIMEOUT_MS }),
    ])
    await expect(page.getByRole('dialog', { name: 'Your purchase may be delayed' })).toBeVisible()
    await page.getByRole('button', { name: 'OK', exact: true }).click()

    await buy(server.origin)
    await expect(page.getByRole('dialog', { name: 'You may have already paid' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep waiting', exact: true }).click()
    const otherTab = await context.newPage()
    await otherTab.goto(`${server.origin}/home`)
    await expect(orderCard(otherTab, 'Your purchase may be delayed')).toContainText(PACK_NAME)
    // The page shows the order again without a reload, although the user has already closed a message about it.
    await page.getByRole('navigation', { name: 'Main menu', exact: true }).getByRole('link', { name: 'Home' }).click()
    await expect(orderCard(page, 'Your purchase may be delayed')).toBeVisible()
    isDelayed = false
    const creditedCard = orderCard(page, 'We added 100 points to your balance.')
    await expect(creditedCard).toBeVisible({ timeout: OUTCOME_TIMEOUT_MS })
    await expectBalance(page, WELCOME_POINTS + PACK_POINTS)
    await page.reload()
    await creditedCard.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(creditedCard).toBeHidden()
    await expect(orderCard(otherTab, 'We added 100 points to your balance.')).toBeHidden()
    expect(await countOrders(server)).toBe(1)
  },
)

test('two tabs at the same instant, a lost answer and a reload in the middle are one order, and both tabs show its end', async ({
  page,
  context,
  server,
}) => {
  let lossesLeft = 1
  server.intercept(async (request, forward, socket) => {
    const answer = await forward(request)
    if (!request.url.includes(PREPAY_PATH) || lossesLeft === 0) return answer
    lossesLeft -= 1
    socket.destroy()
    return answer
  })
  const { origin } = server
  await logInAs(page.context(), server, 'cleo@example.com')
  const otherTab = await context.newPage()
  const [firstCheckout, secondCheckout] = [checkoutOf(page), checkoutOf(otherTab)]
  await Promise.all([page.goto(`${origin}/pricing`), otherTab.goto(`${origin}/pricing`)])
  await Promise.all([
    expect(page.getByRole('button', { name: `Buy ${PACK_NAME}` })).toBeEnabled(),
    expect(otherTab.getByRole('button', { name: `Buy ${PACK_NAME}` })).toBeEnabled(),
  ])
  await Promise.all([firstCheckout.buy(origin), secondCheckout.buy(origin)])
  // One tab may report a lost answer, or may have repeated its request. In both cases the next press opens the existing order.
  for (const { dialog, buy, tab } of [
    { ...firstCheckout, tab: page },
    { ...secondCheckout, tab: otherTab },
  ]) {
    await expect(dialog.or(tab.getByText("We couldn't place your order")).first()).toBeVisible()
    if (!(await dialog.isVisible())) await buy(origin)
    await expect(dialog).toBeVisible()
  }
  expect(await countOrders(server)).toBe(1)

  await page.goto(`${origin}/home`)
  await orderCard(page, 'Unfinished purchase').getByRole('button', { name: 'Continue' }).click()
  await expect(firstCheckout.frame.getByRole('heading', { name: PACK_NAME })).toBeVisible()
  await page.bringToFront()
  // With a second tab open, the browser sometimes loses a press in a frame of another origin, so the test presses again.
  await expect(async () => {
    const payButton = firstCheckout.frame.getByRole('button', { name: /^Pay 4\.99/ })
    if (await payButton.isVisible()) await payButton.click({ timeout: PRESS_LIMIT_MS })
    await expect(firstCheckout.dialog).toBeHidden({ timeout: PRESS_LIMIT_MS })
  }).toPass()
  await expect(secondCheckout.dialog).toBeHidden()
  await expectBalance(page, WELCOME_POINTS + PACK_POINTS)
  await expectBalance(otherTab, WELCOME_POINTS + PACK_POINTS)
  expect(await countOrders(server)).toBe(1)
})

test(
  'a visitor logs in midway, and arrives at the checkout; without its server or a network the exit shows, and an abandoned order can be paid in a tab',
  { tag: '@long' },
  async ({ page, context, server }) => {
    const { origin } = server
    const { dialog, frame, buy, press } = checkoutOf(page)
    await buy(origin)
    const form = signInForm(page)
    const loginDialog = page.getByRole('dialog')
    await expect(loginDialog).toContainText('Log in to buy this item.')
    await loginDialog.getByRole('link', { name: 'Create an account' }).click()
    await form.email.fill('dora@example.com')
    await form.press('Continue')
    await form.code.fill(await codeFor(context, origin, 'dora@example.com'))
    await form.firstName.fill('Dora')
    await form.lastName.fill('Doe')
    await form.password.fill(PASSWORD)
    await form.press('Create account')
    await expect(dialog).toBeVisible()
    await expect(frame.getByRole('heading', { name: PACK_NAME })).toBeVisible()

    await context.route(`${server.checkoutOrigin}/**`, (route) => route.abort('connectionrefused'))
    await press(/^Pay 4\.99/)
    await expect(dialog.getByRole('alert')).toContainText("The checkout isn't loading")
    await context.unroute(`${server.checkoutOrigin}/**`)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(frame.getByRole('heading', { name: PACK_NAME })).toBeVisible()
    await expect(dialog.getByRole('alert')).toBeHidden()

    await context.setOffline(true)
    await expect(dialog.getByRole('alert')).toContainText("You're offline")
    await context.setOffline(false)
    await expect(dialog.getByRole('alert')).toBeHidden()
    await context.setOffline(true)
    const openedTab = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Open in a new tab' }).click()
    const tab = await openedTab
    await context.setOffline(false)
    await tab.reload()
    await tab.getByRole('button', { name: /^Pay 4\.99/ }).click()
    await expect(tab.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectBalance(page, WELCOME_POINTS + PACK_POINTS)
    await expect(tab).toHaveURL(/\/pay\/success\?/)
    await tab.reload()
    await expect(tab.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await tab.goto(`${origin}/pay/success?payOrderId=somebody-elses`)
    await expect(tab.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    await tab.goto(`${origin}/pay/cancel`)
    await expect(tab.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    expect(await countOrders(server)).toBe(1)
  },
)
