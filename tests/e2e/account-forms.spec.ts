import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { codeFor, expectLoggedIn, PASSWORD, signInForm, signUp, userMenu } from './account-screens.ts'
import { settled } from './settled.ts'

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer()
})

test.afterAll(async () => {
  await server.close()
})

test('a person signs up with the keyboard alone, pastes the code, is led to each wrong field, and arrives where the address says', async ({
  page,
  context,
}) => {
  const email = 'keys@example.org'
  const form = signInForm(page)
  await page.goto(`${server.origin}/signup?next=%2Fai%2Fpersonal`)
  await expect(form.email).toBeFocused()
  await page.keyboard.type('keys@example')
  await page.keyboard.press('Enter')
  await expect(form.email).toHaveAttribute('aria-invalid', 'true')
  await expect(form.email).toHaveAccessibleDescription(/does not look like/)
  await page.keyboard.type('.org')
  await page.keyboard.press('Enter')

  await expect(form.code).toBeFocused()
  await expect(page.getByRole('link', { name: 'Read its messages' })).toHaveAttribute('href', '/dev/mail')
  await page.keyboard.insertText('000-000')
  await expect(form.code).toHaveAccessibleDescription(/not the code/)
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
})

test(
  'the login dialog keeps the screen and the step, and closes when another tab logs in; the menu closes like a menu',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(`${server.origin}/home`)
    const logIn = page.getByRole('banner').getByRole('button', { name: 'Log in' })
    const dialog = page.getByRole('dialog')
    const form = signInForm(page)
    await logIn.click()
    await expect(form.email).toBeFocused()
    await form.email.fill('two-tabs@example.org')
    await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
    await form.press('Continue')
    await expect(form.code).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await logIn.click()
    await expect(form.code).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}/home`)

    const other = await context.newPage()
    await signUp(other, server.origin, 'two-tabs@example.org')
    await expect(dialog).toBeHidden()
    await expectLoggedIn(page)

    const leave = page.getByRole('button', { name: 'Log out' })
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('heading', { level: 1 }).click(),
      () => userMenu(page).click(),
      () => page.getByRole('link', { name: 'Settings' }).click(),
    ]) {
      await userMenu(page).click()
      await expect(leave).toBeVisible()
      await close()
      await expect(leave).toBeHidden()
    }
    await expect(page).toHaveURL(`${server.origin}/ai/setting`)
  },
)

test('axe finds nothing on the screens of an account, in either theme, for a visitor and for somebody logged in', async ({ page }) => {
  const look = async (path: string, mode: string) => {
    await page.evaluate((theme) => localStorage.setItem('kinora.colorMode', JSON.stringify(theme)), mode)
    await page.goto(server.origin + path)
    await settled(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  }
  await page.goto(`${server.origin}/login`)
  for (const mode of ['dark', 'light']) {
    for (const path of ['/login', '/signup', '/ai/setting']) await look(path, mode)
  }
  await signUp(page, server.origin, 'axe@example.org')
  for (const mode of ['dark', 'light']) {
    for (const path of ['/ai/personal', '/ai/setting']) await look(path, mode)
  }
})
