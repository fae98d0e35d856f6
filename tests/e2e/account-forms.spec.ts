import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { expect, test } from './support/test.ts'
import { codeFor, expectLoggedIn, PASSWORD, signInForm, signUp, userMenu } from './support/account-screens.ts'

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test(
  'a user signs up with the keyboard alone, pastes the code, is focused on each wrong field, and arrives at the address’s screen',
  { tag: '@long' },
  async ({ page, context }) => {
    const email = 'keys@example.org'
    const form = signInForm(page)
    await page.goto(`${server.origin}/signup?next=%2Fai%2Fpersonal`)
    await expect(form.email).toBeFocused()
    await page.keyboard.type('keys@example')
    await page.keyboard.press('Enter')
    await expect(form.email).toHaveAttribute('aria-invalid', 'true')
    await expect(form.email).toHaveAccessibleDescription(/Enter a valid email/)
    await page.keyboard.type('.org')
    await page.keyboard.press('Enter')

    await expect(form.code).toBeFocused()
    await expect(page.getByRole('link', { name: 'View unsent emails' })).toHaveAttribute('href', '/dev/mail')
    await page.keyboard.insertText('000-000')
    await expect(form.code).toHaveAccessibleDescription(/doesn't match/)
    await expect(form.code).toHaveValue('000000')
    const code = await codeFor(context, server.origin, email)
    await page.keyboard.insertText(` ${code.slice(0, 3)} ${code.slice(3)} `)

    await expect(form.firstName).toBeFocused()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await expect(form.lastName).toBeFocused()
    await page.keyboard.type('Lovelace')
    await page.keyboard.press('Enter')
    await expect(form.password).toBeFocused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.origin}/ai/personal`)
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  },
)

test(
  'the login dialog stays on its screen and step, and closes when another tab logs in; the menu closes like a menu',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(`${server.origin}/home`)
    const logInButton = page.getByRole('banner').getByRole('button', { name: 'Log in' })
    const dialog = page.getByRole('dialog')
    const form = signInForm(page)
    await logInButton.click()
    await expect(form.email).toBeFocused()
    await form.email.fill('two-tabs@example.org')
    await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
    await form.press('Continue')
    await expect(form.code).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await logInButton.click()
    await expect(form.code).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}/home`)

    const otherTab = await context.newPage()
    await signUp(otherTab, server.origin, 'two-tabs@example.org')
    await expect(dialog).toBeHidden()
    await expectLoggedIn(page)

    const logOutButton = page.getByRole('button', { name: 'Log out' })
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('heading', { level: 1 }).click(),
      () => userMenu(page).click(),
      () => page.getByRole('link', { name: 'Settings' }).click(),
    ]) {
      await userMenu(page).click()
      await expect(logOutButton).toBeVisible()
      await close()
      await expect(logOutButton).toBeHidden()
    }
    await expect(page).toHaveURL(`${server.origin}/ai/setting`)
  },
)
