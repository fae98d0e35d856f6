import { expect, test } from './support/test.ts'
import { SECOND_FACTOR_STEP_MS } from '#shared/domain/account-rules.ts'
import { authenticatorApp } from '../fixtures/server/authenticator-app.ts'
import { expectLoggedIn, expectLoggedOut, logIn, logOut, PASSWORD, signInForm } from './support/account-screens.ts'
import { axeFaults } from './support/axe-faults.ts'
import { logInAs } from './support/log-in-as.ts'

const ANN = 'ann@example.org'

// The test sets the server's clock ahead. With signatures on, the server would reject the browser's requests, because the browser signs the
// real time.
test.use({ serverOptions: { config: { signMode: 'off' } } })

test('an authenticator app is set up, asked for at the login, replaced by a recovery code, and turned off', async ({
  page,
  context,
  server,
}) => {
  const nowMs = () => server.nowMs()
  await logInAs(context, server, ANN)
  await page.goto(`${server.origin}/ai/setting`)
  const section = page.getByRole('region', { name: 'Authenticator app' })
  await section.getByRole('button', { name: 'Set up authenticator' }).click()
  await section.getByLabel('Current password').fill('not it')
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByText("This isn't your current password.")).toBeVisible()
  await section.getByLabel('Current password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByText('QR code for your authenticator app')).toBeAttached()
  const secret = (await section.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  const app = authenticatorApp(secret.replaceAll(' ', ''))
  expect(await axeFaults(page)).toEqual([])
  await section.getByLabel('Code', { exact: true }).fill(app.codeAt(nowMs()))
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await section.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await section.getByRole('button', { name: "I've saved my codes" }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()

  await logOut(page)
  await expectLoggedOut(page)
  server.goAhead(SECOND_FACTOR_STEP_MS)
  await logIn(page, server.origin, ANN)
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  const form = signInForm(page)
  await form.code.fill('000000')
  await expect(page.getByText('This code is incorrect or has already been used.')).toBeVisible()
  await form.code.fill(app.codeAt(nowMs()))
  await expectLoggedIn(page)

  await logOut(page)
  await expectLoggedOut(page)
  await logIn(page, server.origin, ANN)
  await form.code.fill(codes[0] ?? '')
  await form.press('Continue')
  await expectLoggedIn(page)
  await page.goto(`${server.origin}/ai/setting`)
  await expect(section.getByText('9 recovery codes left')).toBeVisible()
  const renewButton = section.getByRole('button', { name: 'Get new recovery codes' })
  await renewButton.press('Enter')
  await expect(section.getByLabel('Current password')).toBeFocused()
  await section.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(renewButton).toBeFocused()
  await renewButton.press('Enter')
  await section.getByLabel('Current password').fill(PASSWORD)
  await section.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
  await section.getByLabel('Code', { exact: true }).press('Enter')
  await expect(section.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const [newCode = '', ...otherNewCodes] = await section.getByRole('listitem').allTextContents()
  expect([newCode, ...otherNewCodes].filter((code) => codes.includes(code))).toEqual([])
  expect(await axeFaults(page)).toEqual([])
  await section.getByRole('button', { name: "I've saved my codes" }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByLabel('Code', { exact: true }).fill(newCode)
  await section.getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(section.getByRole('button', { name: 'Set up authenticator' })).toBeVisible()
  await expect(section).toBeFocused()
})
