import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deleteMe } from '#shared/api/account-settings.ts'
import { hubState } from '#src/store/state.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { logIn } from '../fixtures/people.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer, refusal } from '../fixtures/script-api.ts'
import { axeFaults } from '../fixtures/screen-tools.ts'

startAsFirstVisit()
beforeEach(() => logIn())

const notice = () => page.getByText('Please change your email')

test('the form asks for another address where another account has the mailbox, and only there', async () => {
  await renderScreen('/ai/setting')
  await expect.element(page.getByRole('button', { name: 'Change email' })).toBeVisible()
  expect(notice().elements()).toEqual([])
  if (hubState.account !== null) hubState.account.needsOtherEmail = true
  await expect.element(notice()).toBeVisible()
  expect(await axeFaults('body', 'all')).toEqual([])
})

test('the server decides whether the typed address is that of the account', async () => {
  const confirmations: string[] = []
  answer(deleteMe, ({ confirmation }) => {
    confirmations.push(confirmation)
    return refusal('H3000', ['confirmation'])
  })
  await renderScreen('/ai/setting')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const field = page.getByRole('textbox', { name: /ann@example.org/ })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(page.getByText("This isn't the email on your account.")).toBeVisible()
  expect(confirmations).toEqual([])
  await userEvent.fill(field, 'ａnn@example.org')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect.poll(() => confirmations).toEqual(['ａnn@example.org'])
  await expect.element(page.getByText("This isn't the email on your account.")).toBeVisible()
})
