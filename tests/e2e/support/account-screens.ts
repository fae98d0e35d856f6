import { type BrowserContext, type Page, expect } from '@playwright/test'

export const PASSWORD = 'a calm long password'

/** The sign-in form on the login and sign-up screens, or in the dialog. */
export function signInForm(page: Page) {
  return {
    email: page.getByLabel('Email', { exact: true }),
    password: page.getByLabel(/^(New password|Password)$/),
    code: page.getByLabel('Code', { exact: true }),
    firstName: page.getByLabel('First name'),
    lastName: page.getByLabel('Last name'),
    press: (name: string) => page.getByRole('main').or(page.getByRole('dialog')).getByRole('button', { name, exact: true }).click(),
  }
}

/** The text of the latest message to an address, read from `/dev/mail`. */
export async function latestMail(context: BrowserContext, origin: string, to: string): Promise<string> {
  const answer = await context.request.get(`${origin}/dev/mail?format=json`)
  const { messages } = (await answer.json()) as { messages: { to: string; body: string; createdAtMs: number }[] }
  return messages.filter((message) => message.to === to).sort((a, b) => b.createdAtMs - a.createdAtMs)[0]?.body ?? ''
}

export async function codeFor(context: BrowserContext, origin: string, to: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      code = /^\d{6}$/m.exec(await latestMail(context, origin, to))?.[0]
      return code
    })
    .toBeDefined()
  return code ?? ''
}

/** Completes a sign-up on its screen, with the code from the mail. */
export async function signUp(page: Page, origin: string, email: string): Promise<void> {
  const form = signInForm(page)
  await page.goto(`${origin}/signup`)
  await form.email.fill(email)
  await form.press('Continue')
  await expect(form.code).toBeVisible()
  await form.code.fill(await codeFor(page.context(), origin, email))
  await form.firstName.fill('Ann')
  await form.lastName.fill('Onymous')
  await form.password.fill(PASSWORD)
  await form.press('Create account')
  await expectLoggedIn(page)
}

/** Completes a sign-up in the dialog over the present screen. */
export async function signUpInDialog(page: Page, origin: string, email: string): Promise<void> {
  const form = signInForm(page)
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Create an account').click()
  await form.email.fill(email)
  await form.press('Continue')
  await form.code.fill(await codeFor(page.context(), origin, email))
  await form.firstName.fill('Ann')
  await form.lastName.fill('Onymous')
  await form.password.fill(PASSWORD)
  await form.press('Create account')
  await expect(dialog).toBeHidden()
  await expectLoggedIn(page)
}

export async function logIn(page: Page, origin: string, email: string, password = PASSWORD): Promise<void> {
  const form = signInForm(page)
  await page.goto(`${origin}/login`)
  await form.email.fill(email)
  await form.password.fill(password)
  await form.press('Log in')
}

export async function logOut(page: Page): Promise<void> {
  await userMenu(page).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

export function userMenu(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^Your account/ })
}

export async function expectLoggedIn(page: Page): Promise<void> {
  await expect(userMenu(page)).toBeVisible()
}

export async function expectLoggedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
}
