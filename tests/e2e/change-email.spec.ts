import { expect, test } from './support/test.ts'
import { codeFor, expectLoggedIn, expectLoggedOut, latestMail, logIn, logOut, PASSWORD } from './support/account-screens.ts'
import { axeFaults } from './support/axe-faults.ts'
import { logInAs } from './support/log-in-as.ts'

const [OLD_EMAIL, NEW_EMAIL] = ['ann@example.org', 'ann.new@example.org']

test('an account changes its address with the codes of both mailboxes, and the old address gets a mail', async ({
  page,
  context,
  server,
}) => {
  await logInAs(context, server, OLD_EMAIL)
  await page.goto(`${server.origin}/ai/setting`)
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change email' }).click()
  await section.getByLabel('Current password').fill(PASSWORD)
  await section.getByLabel('New email').fill(NEW_EMAIL)
  await section.getByRole('button', { name: 'Continue' }).click()
  await section.getByLabel(`Code sent to ${OLD_EMAIL}`).fill('000000')
  await section.getByLabel(`Code sent to ${NEW_EMAIL}`).fill(await codeFor(context, server.origin, NEW_EMAIL))
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByText("This code doesn't match the one we sent you.")).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await section.getByLabel(`Code sent to ${OLD_EMAIL}`).fill(await codeFor(context, server.origin, OLD_EMAIL))
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByText(NEW_EMAIL)).toBeVisible()
  expect(await latestMail(context, server.origin, OLD_EMAIL)).toContain(
    "If you didn't make this change, contact us from this email right away so we can undo it.",
  )
  await logOut(page)
  await expectLoggedOut(page)
  await logIn(page, server.origin, NEW_EMAIL)
  await expectLoggedIn(page)
})
