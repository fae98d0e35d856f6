import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { account } from '#server/database/account-schema.ts'
import { contactMessage, ledger } from '#server/database/schema.ts'
import { payment, payOrder } from '#server/database/payment-schema.ts'
import { EngineFailure } from '#server/motion/engine.ts'
import { PAYMENT_GRACE_MS, TRIAL_MS } from '#shared/domain/membership-terms.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { axeFaults } from './support/axe-faults.ts'
import { buy } from './support/buy.ts'
import { expectBalance, studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

const ANN = 'ann@example.org'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

let server: SharedServer
/** Calls to these paths fail. */
let brokenPaths: RegExp | null
/** The server processes calls to these paths, but their answers are lost. */
let lostPaths: RegExp | null
/** The balance that each answer reports instead of the real one; null for the real one. */
let reportedPoints: number | null

// The tests set the server's clock ahead. With signatures on, the server would reject the browser's requests, because the browser signs the
// real time.
test.use({ serverOptions: { config: { signMode: 'off' } } })

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  ;[brokenPaths, lostPaths, reportedPoints] = [null, null, null]
  server.intercept(async (request, forward, socket) => {
    const path = new URL(request.url).pathname
    if (brokenPaths?.test(path) === true) return Response.json({ statusCode: 'H5000', statusMessage: 'Service error' }, { status: 500 })
    const answer = await forward(request)
    if (lostPaths?.test(path) === true) socket.destroy()
    if (reportedPoints !== null && path.endsWith('/user/points'))
      return Response.json({ statusCode: 200, data: { points: reportedPoints, held: 0 } })
    return answer
  })
})

async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.origin + path)
}

const plan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true })
const history = (page: Page) => page.getByRole('dialog', { name: 'Plan history' })
const retention = (page: Page) => page.getByRole('dialog', { name: 'Cancel your plan?' })

async function readOwnerId(): Promise<string> {
  const [accountRow] = await server.database.db.select().from(account)
  return accountRow?.id ?? ''
}

test('the plan section shows every state, and a weekly plan is cancelled there in two presses by the keyboard', async ({
  page,
  context,
}) => {
  await logInAs(page.context(), server, ANN)
  await open(page, '/ai/setting')
  await expect(plan(page).getByText('Basic', { exact: true })).toBeVisible()
  await buy(context, server, 'basic_free_trial')
  await page.reload()
  await expect(plan(page).getByText('Premium, free trial')).toBeVisible()
  await expect(plan(page).getByText(/^\$9\.99 on /)).toBeVisible()
  await expect(
    plan(page).getByText(/If you switch now, your yearly plan starts today for \$49\.99\. Your free trial will end, and/),
  ).toBeVisible()

  server.goAhead(TRIAL_MS + 1000)
  await server.payRound()
  await page.reload()
  await expect(plan(page).getByText('Premium weekly')).toBeVisible()
  await expect(plan(page).getByText(/we'll credit the unused time on your weekly plan/)).toBeVisible()
  await expect(plan(page).getByText('Half price')).toBeVisible()

  await plan(page).getByRole('button', { name: 'Cancel plan' }).focus()
  await page.keyboard.press('Enter')
  await expect(retention(page)).toBeVisible()
  await expect(retention(page).getByRole('definition')).toHaveText(/\d{4}$/)
  await retention(page).getByRole('button', { name: 'Keep plan' }).press('Enter')
  await expect(retention(page)).toBeHidden()
  await expect(plan(page).getByRole('button', { name: 'Cancel plan' })).toBeFocused()
  await page.keyboard.press('Enter')
  await retention(page).getByRole('button', { name: 'Cancel plan' }).press('Enter')
  await expect(page.getByText("Your plan is canceled. You won't be charged for it again.")).toBeVisible()
  await expect(retention(page)).toBeHidden()
  await expect(plan(page).getByText(/^On .*, with no further charges$/)).toBeVisible()
  await expect(plan(page).getByRole('button', { name: 'Choose a plan' })).toBeVisible()
  await expect(plan(page).getByRole('button', { name: 'Cancel plan' })).toHaveCount(0)
})

test('a failed payment shows the day until which the plan stays active', { tag: '@long' }, async ({ page, context }) => {
  await logInAs(page.context(), server, ANN)
  await buy(context, server, 'premium_weekly')
  await server.database.execute('update sandbox_subscription set is_card_refused = true', [])
  server.goAhead(WEEK_MS + 1000)
  await server.payRound()
  await open(page, '/ai/setting')
  const endDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(Date.now() + WEEK_MS + PAYMENT_GRACE_MS)
  await expect(plan(page).getByRole('alert')).toContainText(`Your plan stays active until ${endDate}`)
  await page.getByRole('button', { name: /points available/ }).click()
  await expect(page.getByText(`Your plan stays active until ${endDate}. Go to settings`)).toBeVisible()
})

test(
  'a cancellation without an answer shows as failed, and a repeat makes only one cancellation',
  { tag: '@long' },
  async ({ page, context }) => {
    await logInAs(page.context(), server, ANN)
    await buy(context, server, 'premium_weekly')
    await open(page, '/ai/setting')
    await page.getByRole('button', { name: 'Plan history' }).click()
    const row = history(page).getByRole('listitem').first()
    await expect(row).toContainText('Weekly')
    await expect(row.getByText('Active')).toBeVisible()
    await row.getByRole('button', { name: 'Cancel plan' }).click()
    lostPaths = /\/unsubscribe$/
    await retention(page).getByRole('button', { name: 'Cancel plan' }).click()
    await expect(page.getByText("We couldn't cancel your plan")).toBeVisible()
    await expect(retention(page)).toBeVisible()
    lostPaths = null
    await retention(page).getByRole('button', { name: 'Cancel plan' }).click()
    await expect(page.getByText("Your plan is canceled. You won't be charged for it again.")).toBeVisible()
    await expect(retention(page)).toBeHidden()
    await expect(row.getByText('Canceled')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Cancel plan' })).toHaveCount(0)
  },
)

test(
  'a history loads page by page with its open order first; a failure offers a retry, and offline it shows the stored rows',
  { tag: ['@offline', '@long'] },
  async ({ page, context }) => {
    await logInAs(page.context(), server, ANN)
    const orderId = await buy(context, server, 'points_300')
    const ownerId = await readOwnerId()
    const [order] = await server.database.db.select().from(payOrder)
    const [paymentRow] = await server.database.db.select().from(payment)
    if (order === undefined || paymentRow === undefined) throw new Error(`no payment of ${orderId}`)
    for (let index = 1; index <= 24; index += 1) {
      const id = `older-${String(index).padStart(2, '0')}`
      const atMs = order.createdAtMs - index * 1000
      await server.database.db.insert(payOrder).values({ ...order, id, sessionId: null, createdAtMs: atMs, syncAtMs: null })
      await server.database.db.insert(payment).values({ ...paymentRow, id, orderId: id, ownerId, ref: id, paidAtMs: atMs })
    }
    await open(page, '/ai/setting')
    brokenPaths = /\/payment\/transactions$/
    await page.getByRole('button', { name: 'Point purchases' }).click()
    const dialog = page.getByRole('dialog', { name: 'Point purchases' })
    await expect(dialog.getByRole('alert')).toContainText("We couldn't load your points history")
    // The dialog retries by itself after a while, so the test presses immediately after the repair.
    await dialog.getByRole('button', { name: 'Try again' }).hover()
    brokenPaths = null
    await page.mouse.down()
    await page.mouse.up()
    const rows = dialog.getByRole('list').first().getByRole('listitem')
    await expect(rows).toHaveCount(20)
    await expect(rows.first().getByRole('link', { name: 'Receipt' })).toBeVisible()
    await expect(rows.nth(1).getByRole('link', { name: 'Receipt' })).toBeHidden()
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect(rows).toHaveCount(25)
    await expect(dialog.getByText('No more entries to show.')).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.evaluate(() => navigator.serviceWorker.ready)
    server.down(true)
    await page.reload()
    await page.getByRole('button', { name: 'Point purchases' }).click()
    await expect(dialog.getByText(/^We can't refresh this list right now\. Last updated on /)).toBeVisible()
    await expect(rows).toHaveCount(25)
    server.down(false)
  },
)

test(
  'the ledger adds up over all its lines, shows a difference, and links to the receipt, which fits on one sheet',
  { tag: '@long' },
  async ({ page, context }) => {
    await logInAs(page.context(), server, ANN)
    await buy(context, server, 'points_300')
    const ownerId = await readOwnerId()
    const rows = Array.from({ length: 30 }, (_, index) => ({
      ownerId,
      seq: index + 4,
      kind: 'grant' as const,
      amount: 10,
      balance: 510 + index * 10,
      note: 'A present',
      occurredAtMs: Date.now(),
    }))
    await server.database.db.insert(ledger).values(rows)
    await open(page, '/ai/ledger')
    await expectBalance(page, 800)
    await expect(
      page.getByText(
        'Your starting balance was 600 points. Since then, your points history has 20 entries totaling +200. Your balance of 800 points matches your points history.',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(
      page.getByText('Your points history has 33 entries totaling 800 points. Your balance of 800 points matches your points history.'),
    ).toBeVisible()
    await page.getByRole('radio', { name: 'Bought' }).check()
    const lines = page.getByRole('list', { name: 'Points' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await expect(lines.first()).toContainText('+300')
    await open(page, '/home')
    await open(page, '/ai/ledger#line-20')
    await expect(page.locator('#line-20')).toBeFocused()
    await expect(page.locator('#line-20')).toBeInViewport()

    reportedPoints = 750
    await page.reload()
    const differenceAlert = page.getByRole('alert')
    await expect(differenceAlert).toContainText(
      'The entries in your points history total 800, but your balance is 750. The difference is −50.',
    )
    await differenceAlert.getByRole('button', { name: 'Send report' }).click()
    await expect.poll(async () => (await server.database.db.select().from(contactMessage)).length).toBe(1)
    reportedPoints = null
    await differenceAlert.getByRole('button', { name: 'Check again' }).click()
    await expect(
      page.getByText(
        'Your starting balance was 600 points. Since then, your points history has 20 entries totaling +200. Your balance of 800 points matches your points history.',
      ),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(
      page.getByText('Your points history has 33 entries totaling 800 points. Your balance of 800 points matches your points history.'),
    ).toBeVisible()
    await page.getByRole('radio', { name: 'Bought' }).check()
    await lines.first().getByRole('link', { name: 'Receipt' }).click()
    await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Ann Onymous, ann@example.org')
    await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('$11.99')
    await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(/KIN-\d{6}/)
    const downloadEvent = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Invoice KIN-/ }).click()
    const invoice = await downloadEvent
    expect([await invoice.failure(), /^KIN-\d{6}\.pdf$/.test(invoice.suggestedFilename())]).toEqual([null, true])
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await open(page, '/ai/receipt/of-nobody')
    await expect(page.getByText('Receipt not found')).toBeVisible()
    brokenPaths = /\/payment\/receipt$/
    await page.reload()
    await expect(page.getByRole('alert')).toContainText("We couldn't load this receipt")
  },
)

test('the balance opens its parts; offline it stays, with its time', { tag: ['@offline', '@long'] }, async ({ page, context }) => {
  await logInAs(page.context(), server, ANN)
  await buy(context, server, 'points_300')
  await open(page, '/home')
  await expectBalance(page, 500)
  const balanceChip = page.getByRole('button', { name: /points available/ })
  await balanceChip.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Your points' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByText("Points don't expire.")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.evaluate(() => navigator.serviceWorker.ready)
  server.down(true)
  await page.reload()
  await balanceChip.click()
  await expect(panel.getByText(/^We can't refresh this list right now\. Last updated on /)).toBeVisible()
  await expect(panel).toContainText('500')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  server.down(false)
  await panel.getByRole('link', { name: 'All activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Points' })).toBeVisible()
})

test('axe finds no faults on every screen about money, in both themes', { tag: '@long' }, async ({ page, context }) => {
  await logInAs(page.context(), server, ANN)
  await buy(context, server, 'points_300')
  await buy(context, server, 'premium_weekly')
  const check = async (name: string) => {
    expect([name, ...(await axeFaults(page))]).toEqual([name])
  }
  await open(page, '/ai/ledger')
  await expect(page.getByText(/Your balance of 900 points matches your points history\./)).toBeVisible()
  await check('ledger')
  await page.getByRole('button', { name: /points available/ }).click()
  await expect(page.getByText(/^Your plan renews on /)).toBeVisible()
  await check('points')
  await open(page, '/ai/setting')
  await expect(plan(page).getByRole('button', { name: 'Review plan change' })).toBeVisible()
  await check('plan')
  await page.getByRole('button', { name: 'Plan history' }).click()
  await history(page).getByRole('button', { name: 'Cancel plan' }).click()
  await expect(retention(page)).toBeVisible()
  await check('retention')
  await page.keyboard.press('Escape')
  await check('history')
  await history(page).getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
  await check('receipt')
})

test(
  'a failed video shows its reason, the refund and the balance after it, and links to that line',
  { tag: '@long' },
  async ({ page, context }) => {
    const engine = server.holdVideos()
    const { open: openStudio, drop, pressGenerate, work } = studio(page)
    await logInAs(page.context(), server, ANN)
    await openStudio(server.origin)
    await expectBalance(page, 200)
    await drop({ name: 'a.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await pressGenerate()
    await engine.untilPaused(1)
    await buy(context, server, 'points_300')
    engine.release(new EngineFailure('There is no light in this picture.'))
    const card = work.getByRole('article').first()
    await expect(card).toContainText('50 points returned. New balance: 500.', { timeout: 60_000 })
    await expect(card).toContainText('There is no light in this picture.')
    await expect(page.getByText('A background task execution failed')).toBeVisible()
    await card.getByRole('link', { name: 'View details' }).click()
    const line = page.getByRole('list', { name: 'Points' }).getByRole('listitem').filter({ hasText: 'Points returned' })
    await expect(line).toBeFocused()
    await expect(line).toContainText('+50')
  },
)
