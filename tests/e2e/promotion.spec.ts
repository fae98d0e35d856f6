import type { Page } from '@playwright/test'
import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { randomUUID } from 'node:crypto'
import { promotion } from '#server/database/promotion-schema.ts'
import { axeFaults } from './support/axe-faults.ts'
import { logInAs } from './support/log-in-as.ts'
import { collectErrors } from './support/page-errors.ts'
import { expect, test } from './support/test.ts'

const QUOTE_URL = '**/promotion/quote*'

async function addCode({ database }: SharedServer, code: string): Promise<void> {
  const terms = { percentOff: 20, skuIds: ['premium_yearly', 'points_300'], mostPerPerson: 1, audience: 'everybody', named: [] } as const
  await database.db.insert(promotion).values({ ...terms, id: randomUUID(), code, createdAtMs: 0 })
}

const addCodeButton = (page: Page) => page.getByRole('button', { name: 'Add promotion code' })
const field = (page: Page) => page.getByLabel('Promotion code')
const priceRegion = (page: Page) => page.getByRole('region', { name: 'Price with promotion code' })

test('a code is typed by keyboard, shown as a line, charged as shown, and on the receipt', async ({ page, context, server }) => {
  const errors = collectErrors(page)
  const countQuotes = () => server.requests.filter(({ path }) => path.includes('/promotion/quote')).length
  await addCode(server, 'SPRING-26')
  await logInAs(context, server, 'ann@example.org')
  await page.goto(`${server.origin}/pricing`)
  await page.getByRole('radio', { name: /^Yearly/ }).check()
  await addCodeButton(page).press('Enter')
  await field(page).fill('spring 27')
  await field(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't find this promotion code for your account." })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get Premium yearly · $49.99' })).toBeEnabled()
  // The page must send an unknown code to the server only once, because the server counts unknown codes against a limit.
  expect(countQuotes()).toBe(1)
  await field(page).fill('spring-26')
  await field(page).press('Enter')
  await expect(priceRegion(page)).toContainText(/Price\$49\.99Promotion code SPRING-26−\$10\.00Due today\$39\.99/)
  await expect(priceRegion(page)).toBeFocused()
  await expect(priceRegion(page)).toContainText("Starting with the second year, you'll pay $49.99.")
  const buyButton = page.getByRole('button', { name: 'Get Premium yearly · $39.99' })
  await expect(buyButton).toHaveAccessibleDescription(/^\$39\.99 today, then \$49\.99 every year/)
  await expect(page.getByText('$9.59 with code SPRING-26')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await buyButton.click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('49.99 USD minus 10.00 USD (SPRING-26)')).toBeVisible()
  await frame.getByRole('button', { name: 'Pay 39.99 USD' }).click()
  await expect(page).toHaveURL(/\/home$/)
  const { rows } = await server.database.execute('select id, amount_cents from payment', [])
  const [paidRow] = rows as { id: string; amount_cents: number }[]
  expect(paidRow?.amount_cents).toBe(3999)
  await page.goto(`${server.origin}/ai/receipt/${paidRow?.id}`)
  await expect(page.getByText('Promotion code SPRING-26')).toBeVisible()
  await expect(page.getByText('−$10.00')).toBeVisible()
  // The browser logs the refused quote as an error.
  expect(errors.filter((error) => !error.includes('/promotion/quote'))).toEqual([])
})

test('a code in the address fills the field, can be removed, and buys nothing while it can not be checked', async ({
  page,
  context,
  server,
}) => {
  await addCode(server, 'SPRING-28')
  await logInAs(context, server, 'bob@example.org')
  await page.route(QUOTE_URL, (route) => route.abort())
  await page.goto(`${server.origin}/pricing?code=spring-28`)
  await expect(field(page)).toHaveValue('SPRING-28')
  await page.getByRole('radio', { name: /^Yearly/ }).check()
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't check this promotion code" })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Get Premium yearly/ })).toBeDisabled()
  await page.unroute(QUOTE_URL)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(priceRegion(page)).toContainText('Promotion code SPRING-28')
  await page.getByRole('button', { name: 'Remove code' }).click()
  await expect(page.getByRole('button', { name: 'Get Premium yearly · $49.99' })).toBeEnabled()
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
})
