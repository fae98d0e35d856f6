import { desc } from 'drizzle-orm'
import { payOrder, payment } from '#server/database/payment-schema.ts'
import { examplePrices } from '../fixtures/payment/example-prices.ts'
import { expect, test } from './support/test.ts'
import { buy } from './support/buy.ts'
import { PACK_NAME, checkoutOf, untilCheckoutIsLeft } from './support/checkout-screens.ts'
import { readShifts, watchShifts } from './support/layout-shift.ts'
import { logInAs } from './support/log-in-as.ts'
import { collectErrors } from './support/page-errors.ts'
import { untilSettled } from './support/settled.ts'

/** The allowed sum of layout shifts, which rounded positions may cause. */
const LARGEST_SHIFT = 0.001
/** The minimum size of a touch target, in px. */
const MIN_TARGET_PX = 44

test.use({ locale: 'de-DE', serverOptions: { config: { signMode: 'off', prices: examplePrices() } } })

test('a user from Germany sees euros without a shift, buys in them, and chooses dollars, which stay chosen', async ({ page, server }) => {
  const errors = collectErrors(page)
  await watchShifts(page.context())
  await page.goto(`${server.origin}/pricing`)
  const currencySelect = page.getByRole('combobox', { name: 'Currency' })
  await expect(currencySelect).toHaveValue('EUR')
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toHaveAccessibleName(/€1\.06 a week\s*€54\.99 billed once a year/)
  await expect(page.getByRole('listitem').filter({ hasText: '100 points' }).getByText('€5.49')).toBeVisible()
  await untilSettled(page)
  const { sum, movedElements } = await readShifts(page)
  expect(sum, movedElements.join('\n')).toBeLessThan(LARGEST_SHIFT)
  expect((await currencySelect.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_TARGET_PX)

  await logInAs(page.context(), server, 'ann@example.org')
  await page.reload()
  const { buy, press, dialog } = checkoutOf(page)
  await buy(server.origin)
  await expect(dialog.getByText(`${PACK_NAME} · €5.49`)).toBeVisible()
  await press('Pay 5.49 EUR')
  await expect.poll(async () => server.database.db.select().from(payment)).toMatchObject([{ amountCents: 549, currencyCode: 'EUR' }])
  await expect(dialog).toBeHidden()

  await untilCheckoutIsLeft(page)
  await currencySelect.selectOption('USD')
  await expect(page.getByRole('listitem').filter({ hasText: '100 points' }).getByText('$4.99')).toBeVisible()
  await page.reload()
  await expect(currencySelect).toHaveValue('USD')
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toHaveAccessibleName(/\$0\.96 a week/)
  await buy(server.origin)
  await expect(dialog.getByText(`${PACK_NAME} · $4.99`)).toBeVisible()
  const [order] = await server.database.db.select().from(payOrder).orderBy(desc(payOrder.createdAtMs)).limit(1)
  expect(order).toMatchObject({ amountCents: 499, currencyCode: 'USD' })
  expect(errors).toEqual([])
})

test('a user with a plan in euros chooses dollars for packs, and the plan stays in euros', async ({ page, server }) => {
  await logInAs(page.context(), server, 'ann@example.org')
  await buy(page.context(), server, 'premium_weekly', 'EUR')
  await page.goto(`${server.origin}/ai/ledger`)
  await page.getByRole('button', { name: 'Buy points' }).click()
  const pointsDialog = page.getByRole('dialog', { name: 'Buy points' })
  await expect(pointsDialog.getByRole('radio', { name: /^100 points/ })).toHaveAccessibleName(/€2\.74/)
  await pointsDialog.getByRole('combobox', { name: 'Currency' }).selectOption('USD')
  await expect(pointsDialog.getByRole('radio', { name: /^100 points/ })).toHaveAccessibleName(/\$2\.49/)
  await expect(pointsDialog.getByRole('button', { name: 'Buy 100 points · $2.49' })).toBeEnabled()
  await page.goto(`${server.origin}/ai/setting`)
  await expect(page.getByText('€10.99 a week')).toBeVisible()
})
