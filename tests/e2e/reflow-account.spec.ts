import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { account, passkey, session } from '#server/database/account-schema.ts'
import { payment } from '#server/database/payment-schema.ts'
import { promotion } from '#server/database/promotion-schema.ts'
import { LONGEST_EMAIL, LONGEST_PROMPT, UNBROKEN_NAME } from '../fixtures/long-words.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { examplePrices } from '../fixtures/payment/example-prices.ts'
import { authenticatorApp } from '../fixtures/server/authenticator-app.ts'
import { PASSWORD } from './support/account-screens.ts'
import { buy } from './support/buy.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { logInAs } from './support/log-in-as.ts'
import { addPerson, beOperator } from './support/operator-person.ts'
import { readingWalk } from './support/reading-walk.ts'
import { studio } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const TIME_LIMIT_MS = 900_000
const DAY_MS = 24 * 60 * 60 * 1000
const LONG_CODE = 'M'.repeat(40)
const CONSOLE_SCREENS = ['inbox', 'look-up', 'promotions', 'health', 'record'] as const

test.use({ serverOptions: { config: { signMode: 'off', prices: examplePrices() } } })
test.beforeEach(() => test.setTimeout(TIME_LIMIT_MS))

const plan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Presses all buttons of the screen that open a form below them. */
async function openForms(page: Page): Promise<void> {
  const closedButtons = page.getByRole('main').locator('button[aria-expanded=false]')
  for (let remaining = await closedButtons.count(); remaining > 0; remaining -= 1) await closedButtons.first().click()
}

async function addPromotion(server: Parameters<typeof addPerson>[0]): Promise<void> {
  const terms = { percentOff: 20, mostPerPerson: 1, audience: 'everybody', named: [] } as const
  await server.database.db.insert(promotion).values({ ...terms, id: randomUUID(), code: LONG_CODE, createdAtMs: 0 })
}

test('the settings with the longest names and each open form are usable in each window', { tag: '@long' }, async ({ page, server }) => {
  const { check, expectReadable } = await readingWalk(page)
  const { db } = server.database
  await createDemandingPerson(page, server)
  const [user] = await db.select({ id: account.id }).from(account)
  const accountId = user?.id ?? ''
  const passkeyRow = { publicKey: '', counter: 0, transports: '', isSynced: true, createdAtMs: 0, usedAtMs: null }
  await db.insert(passkey).values({ ...passkeyRow, id: randomUUID(), accountId, name: UNBROKEN_NAME })
  await db.update(session).set({ device: UNBROKEN_NAME })

  await page.goto(`${server.origin}/ai/setting`)
  await expect(plan(page)).toBeVisible()
  await expect(page.getByText(UNBROKEN_NAME).first()).toBeVisible()
  await openForms(page)
  await check('settings with each form open')
  const factorSection = page.getByRole('region', { name: 'Authenticator app' })
  await factorSection.getByLabel('Current password').fill(PASSWORD)
  await factorSection.getByRole('button', { name: 'Continue' }).click()
  await expect(factorSection.getByText('QR code for your authenticator app')).toBeAttached()
  await check('set-up of an authenticator app')
  const secret = (await factorSection.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  await factorSection.getByLabel('Code', { exact: true }).fill(authenticatorApp(secret.replaceAll(' ', '')).codeAt(server.nowMs()))
  await factorSection.getByRole('button', { name: 'Turn on' }).click()
  await expect(factorSection.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await check('recovery codes')
  expectReadable()
})

test('plans, receipts and prices of any length are usable in each window', { tag: '@long' }, async ({ page, context, server }) => {
  const { check, expectReadable } = await readingWalk(page)
  const { db } = server.database
  await addPromotion(server)
  await logInAs(context, server, LONGEST_EMAIL)
  await db.update(account).set({ firstName: UNBROKEN_NAME, lastName: UNBROKEN_NAME })
  await page.goto(`${server.origin}/pricing`)
  for (const currency of ['EUR', 'JPY']) {
    await page.getByRole('combobox', { name: 'Currency' }).selectOption(currency)
    await expect(page.getByText(currency === 'EUR' ? '€5.49' : /¥\d/).first()).toBeVisible()
    await check(`prices in ${currency}`)
  }
  await page.getByRole('radio', { name: /^Yearly/ }).check()
  await page.getByRole('button', { name: 'Add promotion code' }).click()
  await page.getByLabel('Promotion code').fill(LONG_CODE)
  await page.getByLabel('Promotion code').press('Enter')
  await expect(page.getByRole('region', { name: 'Price with promotion code' })).toBeVisible()
  await check('prices with a promotion code')

  const orderId = await buy(context, server, 'premium_weekly', 'JPY')
  server.goAhead(3.5 * DAY_MS)
  await page.goto(`${server.origin}/ai/setting`)
  await plan(page).getByRole('button', { name: 'Review plan change' }).click()
  await expect(page.getByRole('dialog', { name: 'Switch to yearly plan' }).getByText('Unused time on Premium weekly')).toBeVisible()
  await check('change of the plan')
  await page.keyboard.press('Escape')
  const [paymentRow] = await db.select().from(payment).where(eq(payment.orderId, orderId))
  await page.goto(`${server.origin}/ai/receipt/${paymentRow?.id}`)
  await page.getByRole('region', { name: 'Refund', exact: true }).getByRole('button', { name: 'Request refund' }).click()
  await expect(page.getByRole('dialog', { name: 'Request a refund?' })).toBeVisible()
  await check('refund')
  await page.keyboard.press('Escape')
  await db.execute('update sandbox_subscription set is_card_refused = true')
  server.goAhead(7 * DAY_MS)
  await server.payRound()
  await page.goto(`${server.origin}/ai/setting`)
  await expect(plan(page)).toBeVisible()
  await check('settings with a payment that is past due')
  expectReadable()
})

test('support with the longest words is usable in each window', { tag: '@long' }, async ({ page, context, server }) => {
  const { check, expectReadable } = await readingWalk(page)
  await logInAs(context, server, LONGEST_EMAIL)
  await page.goto(`${server.origin}/support`)
  await page.getByLabel('Subject', { exact: true }).fill(UNBROKEN_NAME)
  await page.getByLabel('Message', { exact: true }).fill(LONGEST_PROMPT)
  await check('message to the support')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText("We'll send it when you're back online.").first()).toBeVisible()
  await check('message that waits')
  expectReadable()
})

test('the operator’s console with the longest words is usable in each window', { tag: '@long' }, async ({ page, server }) => {
  const { check, expectReadable } = await readingWalk(page)
  await addPromotion(server)
  const personWords = { email: LONGEST_EMAIL, lastName: UNBROKEN_NAME, message: LONGEST_PROMPT } as const
  const id = await addPerson(server, { ...personWords, subjects: [UNBROKEN_NAME, LONGEST_PROMPT.slice(0, 200)] })
  await beOperator(page, server)
  for (const path of [...CONSOLE_SCREENS, `person/${id}`]) {
    await page.goto(`${server.origin}/operator/${path}`)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await check(`console: ${path.split('/')[0]}`)
  }
  for (const name of ['Grant points', 'Disable', 'Delete'] as const) {
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    await expect(dialog(page)).toBeVisible()
    await check(`console: ${name}`)
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command menu' }).getByRole('option').first()).toBeVisible()
  await check('commands of the console')
  await page.keyboard.press('Escape')
  await page.goto(`${server.origin}/operator/inbox`)
  await page
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await dialog(page).getByRole('textbox').fill(LONGEST_PROMPT)
  await check('reply to a message')
  expectReadable()
})

test.describe('prompts for a visitor', () => {
  test.use({ serverOptions: { config: { hasUsageTracker: true } } })

  test('the consent prompt and the installation steps are usable in each window', { tag: '@long' }, async ({ page, server }) => {
    await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
    const { check, expectReadable } = await readingWalk(page)
    const { open, drop, pressGenerate, work } = studio(page)
    await open(server.origin)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 640, height: 480 }) })
    await pressGenerate()
    await expect(work.getByRole('article', { name: /^Video:/ })).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible()
    await check('question for consent')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Install the app' }).click()
    await expect(page.getByRole('dialog', { name: 'Install Kinora on this device' })).toBeVisible()
    await check('steps of an installation')
    expectReadable()
  })
})
