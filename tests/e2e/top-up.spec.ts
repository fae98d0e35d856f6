import { expect, test } from './support/test.ts'
import { inTransaction } from '#server/database/database.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { axeFaults } from './support/axe-faults.ts'
import { logInAs } from './support/log-in-as.ts'

test.use({ serverOptions: { config: { signMode: 'off' } } })

test('an offline agreement shows that nothing was saved, and charges nothing', async ({ page, context, server }) => {
  await logInAs(context, server, 'bob@example.org')
  const toastChunk = page.waitForResponse(/toast-host/)
  await page.goto(`${server.origin}/ai/setting`)
  const card = page.getByRole('region', { name: 'Automatic top-up' })
  await card.getByRole('button', { name: 'Set up automatic top-up' }).click()
  await toastChunk
  await context.setOffline(true)
  await card.getByRole('button', { name: 'Agree and save card' }).click()
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't save your settings" })).toContainText("you weren't charged")
  await context.setOffline(false)
  await card.getByRole('button', { name: 'Agree and save card' }).click()
  await expect(page.getByRole('button', { name: 'Save a card that works' })).toBeVisible()
})

test('an automatic top-up shows its charges, is agreed to, gets its card on the page of the payment service, and is switched off by one press', async ({
  page,
  server,
}) => {
  const id = await logInAs(page.context(), server, 'ann@example.org')
  await page.goto(`${server.origin}/ai/setting`)
  const card = page.getByRole('region', { name: 'Automatic top-up' })
  await expect(card.getByText("Off. You won't be charged automatically.")).toBeVisible()
  const alertSelect = page.getByRole('combobox', { name: 'Email me once when points fall below' })
  await expect(alertSelect).toHaveValue('50')
  await alertSelect.selectOption('200')
  await expect(page.getByText('Point alert saved')).toBeVisible()

  await card.getByRole('button', { name: 'Set up automatic top-up' }).click()
  await card.getByRole('combobox', { name: 'Point pack' }).selectOption('points_300')
  await card.getByRole('combobox', { name: 'Top up when points fall below' }).selectOption('100')
  await card.getByRole('combobox', { name: /^Monthly limit/ }).selectOption('2398')
  await expect(
    card.getByText("Whenever a video leaves you with fewer than 100 points, we'll charge you $11.99 for 300 points within about a minute."),
  ).toBeVisible()
  await expect(card.getByText("You'll never be charged more than $23.98 for top-ups in a calendar month (UTC).")).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await card.getByRole('button', { name: 'Agree and save card' }).click()
  await page.getByRole('button', { name: 'Save a card that works' }).click()
  await expect(card.getByText('Sandbox card 4242')).toBeVisible()
  await expect(alertSelect).toHaveValue('200')

  const { db } = server.database
  const ledgerEntry = { kind: 'hold', amount: -150, note: '' } as const
  await inTransaction(db, (tx) => appendEntries(tx, id, [ledgerEntry], Date.now()))
  await server.payRound()
  await page.reload()
  await expect(card.getByText('$11.99').last()).toBeVisible()
  await expect(card.getByText('Charged this month')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await card.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByText(/^You turned off automatic top-up on /)).toBeVisible()
})
