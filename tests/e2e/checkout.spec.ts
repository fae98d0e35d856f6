import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { desc } from 'drizzle-orm'
import { payOrder } from '#server/database/payment-schema.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { codeFor, PASSWORD, signInForm } from './support/account-screens.ts'
import { orderCard, PACK, shop, untilCheckoutIsLeft } from './support/checkout-screens.ts'
import { collectErrors } from './support/page-errors.ts'
import { expectBalance } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

/** The limit of one press on the payment button. The test repeats the press after this time. */
const PRESS_AGAIN_MS = 4000
const WELCOME = 200
const PACK_POINTS = 100
const RESULT_PATH = '/api/pay/payment/order/result'
const PREPAY_PATH = '/api/pay/payment/subotiz/prepay/order'
/** The page polls a late order again after 10 s at the earliest. */
const LATE_WAIT_MS = 60_000

async function countOrders({ database }: Pick<TestServer, 'database'>): Promise<number> {
  return (await database.db.select().from(payOrder)).length
}

/** Imitates the checkout: opens a second frame with the order's real result page, and posts the checkout's message from the page itself. */
async function forge(page: Page, screen: 'success' | 'cancel', payOrderId: string): Promise<void> {
  await page.evaluate(
    async ({ path, message }) => {
      const messageSource = new Promise((resolve) => addEventListener('message', ({ source }) => source !== window && resolve(source)))
      const hostile = document.createElement('iframe')
      hostile.src = path
      document.body.append(hostile)
      window.postMessage(message, location.origin)
      await messageSource
      hostile.remove()
    },
    { path: `/pay/${screen}?payOrderId=${payOrderId}`, message: { type: `pay_${screen}`, payOrderId } },
  )
}

async function newestOrderId({ database }: Pick<TestServer, 'database'>): Promise<string> {
  const [newest] = await database.db.select().from(payOrder).orderBy(desc(payOrder.createdAtMs)).limit(1)
  return newest?.id ?? ''
}

test('a pack is declined, then paid in the frame, once; another one is cancelled; forged messages change nothing', async ({
  page,
  server,
}) => {
  const errors = collectErrors(page)
  const { dialog, frame, buy, press } = shop(page)
  await logInAs(page.context(), server, 'ann@example.com')
  await buy(server.origin)
  await expect(frame.getByRole('heading', { name: PACK })).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(10, 10)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(0)

  await press('Decline the card')
  await expect(frame.getByRole('alert')).toContainText('declined')
  await expect(dialog).toBeVisible()
  // "Payment successful" shows for two seconds, and `press` may resolve only after that. So both are awaited together.
  await Promise.all([press(/^Pay 4\.99/), expect(page.getByText('Payment successful')).toBeVisible({ timeout: LATE_WAIT_MS })])
  await expect(dialog).toBeHidden()
  await expectBalance(page, WELCOME + PACK_POINTS)

  await buy(server.origin)
  await expect(frame.getByRole('heading', { name: PACK })).toBeVisible()
  const payOrderId = await newestOrderId(server)
  const asked = server.timesOf(RESULT_PATH).length
  await forge(page, 'success', payOrderId)
  await forge(page, 'cancel', payOrderId)
  await expect(frame.getByRole('heading', { name: PACK })).toBeVisible()
  await expect(dialog.getByText('Confirming your payment')).toBeHidden()
  await Promise.all([press('Cancel and go back'), expect(page.getByText('Purchase canceled')).toBeVisible({ timeout: LATE_WAIT_MS })])
  await expect(dialog).toBeHidden()
  expect(server.timesOf(RESULT_PATH)).toHaveLength(asked)
  await untilCheckoutIsLeft(page)
  await page.goto(`${server.origin}/home`)
  await expectBalance(page, WELCOME + PACK_POINTS)
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
    const { dialog, buy, press } = shop(page)
    await logInAs(page.context(), server, 'ben@example.com')
    await buy(server.origin)
    // `press` may resolve only after the six seconds of the confirmation, so both are awaited together.
    await Promise.all([
      press('Pay, webhook arrives one hour late'),
      expect(dialog.getByText('Confirming your payment')).toBeVisible({ timeout: LATE_WAIT_MS }),
    ])
    await expect(page.getByRole('dialog', { name: 'Your purchase may be delayed' })).toBeVisible()
    await page.getByRole('button', { name: 'OK', exact: true }).click()

    await buy(server.origin)
    await expect(page.getByRole('dialog', { name: 'You may have already paid' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep waiting', exact: true }).click()
    const other = await context.newPage()
    await other.goto(`${server.origin}/home`)
    await expect(orderCard(other, 'Your purchase may be delayed')).toContainText(PACK)
    // The page shows the order again without a reload, although the user has already closed a message about it.
    await page.getByRole('navigation', { name: 'Main menu', exact: true }).getByRole('link', { name: 'Home' }).click()
    await expect(orderCard(page, 'Your purchase may be delayed')).toBeVisible()
    isDelayed = false
    const arrived = orderCard(page, 'We added 100 points to your balance.')
    await expect(arrived).toBeVisible({ timeout: LATE_WAIT_MS })
    await expectBalance(page, WELCOME + PACK_POINTS)
    await page.reload()
    await arrived.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(arrived).toBeHidden()
    await expect(orderCard(other, 'We added 100 points to your balance.')).toBeHidden()
    expect(await countOrders(server)).toBe(1)
  },
)

test('two tabs at the same instant, a lost answer and a reload in the middle are one order, and both tabs show its end', async ({
  page,
  context,
  server,
}) => {
  let losses = 1
  server.intercept(async (request, forward, socket) => {
    const answer = await forward(request)
    if (!request.url.includes(PREPAY_PATH) || losses === 0) return answer
    losses -= 1
    socket.destroy()
    return answer
  })
  const { origin } = server
  await logInAs(page.context(), server, 'cleo@example.com')
  const other = await context.newPage()
  const [one, two] = [shop(page), shop(other)]
  await Promise.all([page.goto(`${origin}/pricing`), other.goto(`${origin}/pricing`)])
  await Promise.all([
    expect(page.getByRole('button', { name: `Buy ${PACK}` })).toBeEnabled(),
    expect(other.getByRole('button', { name: `Buy ${PACK}` })).toBeEnabled(),
  ])
  await Promise.all([one.buy(origin), two.buy(origin)])
  // One tab may report a lost answer, or may have repeated its request. In both cases the next press opens the existing order.
  for (const { dialog, buy, tab } of [
    { ...one, tab: page },
    { ...two, tab: other },
  ]) {
    await expect(dialog.or(tab.getByText("We couldn't place your order")).first()).toBeVisible()
    if (!(await dialog.isVisible())) await buy(origin)
    await expect(dialog).toBeVisible()
  }
  expect(await countOrders(server)).toBe(1)

  await page.goto(`${origin}/home`)
  await orderCard(page, 'Unfinished purchase').getByRole('button', { name: 'Continue' }).click()
  await expect(one.frame.getByRole('heading', { name: PACK })).toBeVisible()
  await page.bringToFront()
  // With a second tab open, the browser sometimes loses a press in a frame of another origin, so the test presses again.
  await expect(async () => {
    const pay = one.frame.getByRole('button', { name: /^Pay 4\.99/ })
    if (await pay.isVisible()) await pay.click({ timeout: PRESS_AGAIN_MS })
    await expect(one.dialog).toBeHidden({ timeout: PRESS_AGAIN_MS })
  }).toPass()
  await expect(two.dialog).toBeHidden()
  await expectBalance(page, WELCOME + PACK_POINTS)
  await expectBalance(other, WELCOME + PACK_POINTS)
  expect(await countOrders(server)).toBe(1)
})

test(
  'a visitor logs in midway, and arrives at the checkout; without its server or a network the exit shows, and an abandoned order can be paid in a tab',
  { tag: '@long' },
  async ({ page, context, server }) => {
    const { origin } = server
    const { dialog, frame, buy, press } = shop(page)
    await buy(origin)
    const form = signInForm(page)
    const login = page.getByRole('dialog')
    await expect(login).toContainText('Log in to buy this item.')
    await login.getByRole('link', { name: 'Create an account' }).click()
    await form.email.fill('dora@example.com')
    await form.press('Continue')
    await form.code.fill(await codeFor(context, origin, 'dora@example.com'))
    await form.firstName.fill('Dora')
    await form.lastName.fill('Doe')
    await form.password.fill(PASSWORD)
    await form.press('Create account')
    await expect(dialog).toBeVisible()
    await expect(frame.getByRole('heading', { name: PACK })).toBeVisible()

    await context.route(`${server.checkoutOrigin}/**`, (route) => route.abort('connectionrefused'))
    await press(/^Pay 4\.99/)
    await expect(dialog.getByRole('alert')).toContainText("The checkout isn't loading")
    await context.unroute(`${server.checkoutOrigin}/**`)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(frame.getByRole('heading', { name: PACK })).toBeVisible()
    await expect(dialog.getByRole('alert')).toBeHidden()

    await context.setOffline(true)
    await expect(dialog.getByRole('alert')).toContainText("You're offline")
    await context.setOffline(false)
    await expect(dialog.getByRole('alert')).toBeHidden()
    await context.setOffline(true)
    const tabOpens = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Open in a new tab' }).click()
    const tab = await tabOpens
    await context.setOffline(false)
    await tab.reload()
    await tab.getByRole('button', { name: /^Pay 4\.99/ }).click()
    await expect(tab.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectBalance(page, WELCOME + PACK_POINTS)
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
