import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { codeFor, expectLoggedIn, expectLoggedOut, logOut, PASSWORD, signInForm } from './support/account-screens.ts'
import { authenticatorApp } from '../fixtures/server/authenticator-app.ts'
import { axeFaults } from './support/axe-faults.ts'
import { logInAs } from './support/log-in-as.ts'

const ANN = 'ann@example.org'

/** Adds to the browser a virtual device that stores passkeys and always consents. */
async function addVirtualDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an account is created with a passkey, which logs in again without a password', async ({ page, server }) => {
  await addVirtualDevice(page)
  const form = signInForm(page)
  await page.goto(`${server.origin}/signup`)
  await form.email.fill(ANN)
  await form.press('Continue')
  await form.code.fill(await codeFor(page.context(), server.origin, ANN))
  await form.press('Sign up with a passkey')
  await expect(page.getByText('Enter your first name.')).toBeVisible()
  await form.firstName.fill('Ann')
  await form.lastName.fill('Onymous')
  await form.press('Sign up with a passkey')
  await expectLoggedIn(page)

  await logOut(page)
  await expectLoggedOut(page)
  await page.goto(`${server.origin}/login`)
  await form.press('Log in with a passkey')
  await expectLoggedIn(page)

  await page.goto(`${server.origin}/ai/setting`)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText("You can't remove your only way to log in")).toBeVisible()
  await section.getByRole('button', { name: /^Rename/ }).click()
  await section.getByLabel('Name').fill('My laptop')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('My laptop', { exact: true })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

test('a passkey added in the settings replaces the authenticator app at the login, until it is removed', async ({
  page,
  context,
  server,
}) => {
  await addVirtualDevice(page)
  await logInAs(context, server, ANN)
  await page.goto(`${server.origin}/ai/setting`)
  const appSection = page.getByRole('region', { name: 'Authenticator app' })
  await appSection.getByRole('button', { name: 'Set up authenticator' }).click()
  await appSection.getByLabel('Current password').fill(PASSWORD)
  await appSection.getByRole('button', { name: 'Continue' }).click()
  const secret = (await appSection.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  await appSection.getByLabel('Code', { exact: true }).fill(authenticatorApp(secret.replaceAll(' ', '')).codeAt(server.nowMs()))
  await appSection.getByRole('button', { name: 'Turn on' }).click()
  await appSection.getByRole('button', { name: "I've saved my codes" }).click()

  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section.getByText('No passkeys yet')).toBeVisible()
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByLabel('Current password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByRole('button', { name: /^Remove/ })).toBeVisible()

  await logOut(page)
  await expectLoggedOut(page)
  const form = signInForm(page)
  await page.goto(`${server.origin}/login`)
  await form.press('Log in with a passkey')
  await expectLoggedIn(page)

  await page.goto(`${server.origin}/ai/setting`)
  await section.getByRole('button', { name: /^Remove/ }).click()
  await expect(section.getByText('No passkeys yet')).toBeVisible()
  await logOut(page)
  await expectLoggedOut(page)
  await page.goto(`${server.origin}/login`)
  await form.press('Log in with a passkey')
  await expect(page.getByText("This passkey wasn't accepted.")).toBeVisible()
})
