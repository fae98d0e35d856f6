import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { expectLoggedIn, expectLoggedOut, logIn, logOut, PASSWORD, signInForm, userMenu } from './support/account-screens.ts'
import { studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

const ANN = 'ann@example.org'
let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

function isFocusLost(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement === document.body)
}

/** Lists the visible elements whose content is wider than the element itself. */
function findCutOffElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A row that scrolls sideways hides nothing if no item is wider than the row. The row has no margin during the measurement, because its
    // margin only makes room for the items' outlines.
    const rows = [...document.querySelectorAll<HTMLElement>('main nav')].filter(
      (row) =>
        ['auto', 'scroll'].includes(getComputedStyle(row).overflowX) &&
        [...row.children].every((item) => item.getBoundingClientRect().width <= row.clientWidth),
    )
    for (const row of rows) row.style.marginInline = '0'
    const cutOffElements = [...document.querySelectorAll<HTMLElement>('main *, nav[popover] *')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .filter((element) => !rows.includes(element) && !element.matches('input') && getComputedStyle(element).display !== 'inline')
      .map((element) => element.outerHTML.slice(0, 120))
    for (const row of rows) row.style.marginInline = ''
    return cutOffElements
  })
}

test('the focus is restored after a login in the dialog and after a logout', { tag: '@long' }, async ({ page }) => {
  const form = signInForm(page)
  await logInAs(page.context(), server, ANN)
  await page.goto(`${server.origin}/home`)
  await userMenu(page).press('Enter')
  await page.getByRole('button', { name: 'Log out' }).press('Enter')
  await expectLoggedOut(page)
  await expect.poll(() => isFocusLost(page)).toBe(false)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await form.email.fill(ANN)
  await form.password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectLoggedIn(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => isFocusLost(page)).toBe(false)
})

test(
  'offline an account stays logged in after a reload, a logout reports its failure, and offline videos are available',
  { tag: ['@offline', '@long'] },
  async ({ page, context }) => {
    await logInAs(page.context(), server, ANN)
    await studio(page).open(server.origin)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await expect(userMenu(page)).toHaveAccessibleName('Your account: Ann Onymous (AO)')
    await context.setOffline(true)
    await page.reload()
    await expectLoggedIn(page)
    await expect(userMenu(page)).toHaveAccessibleName('Your account: Ann Onymous (AO)')
    await logOut(page)
    await expect(page.getByText("We couldn't log you out")).toBeVisible()
    await expectLoggedIn(page)
    await context.setOffline(false)
    await page.reload()
    await expectLoggedIn(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('is_leaving'))).toBeNull()
  },
)

test(
  'the draft of an account with a session ended elsewhere is hidden from the next user, and returns with the account',
  { tag: '@long' },
  async ({ page, browser }) => {
    await logInAs(page.context(), server, ANN)
    const { open, drop, prompt } = studio(page)
    await open(server.origin)
    await drop({ name: 'mine.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await expect(page.getByRole('img', { name: /mine\.jpg/ })).toBeVisible()
    await prompt.fill('Half-written')
    const otherDevice = await (await browser.newContext()).newPage()
    await logIn(otherDevice, server.origin, ANN)
    await expectLoggedIn(otherDevice)
    await otherDevice.goto(`${server.origin}/ai/setting`)
    await otherDevice.getByRole('button', { name: 'Log out of other devices' }).click()
    await expect(otherDevice.getByText(/Logged out of \d+ devices?/)).toBeVisible()
    await otherDevice.context().close()

    await page.reload()
    await expectLoggedOut(page)
    await expect(prompt).toHaveValue('')
    await expect(page.getByRole('img', { name: /mine\.jpg/ })).toHaveCount(0)
    await page.reload()
    await expectLoggedOut(page)
    await expect(prompt).toHaveValue('')

    const form = signInForm(page)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await form.email.fill(ANN)
    await form.password.fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click()
    await expectLoggedIn(page)
    await expect(prompt).toHaveValue('Half-written')
    await expect(page.getByRole('img', { name: /mine\.jpg/ })).toBeVisible()
  },
)

test(
  'names and addresses of any length fit a phone of 320 px, and each control has room for a finger',
  { tag: '@long' },
  async ({ page }) => {
    const email = `${'a-very-long-address'.repeat(3)}@${'mail.'.repeat(20)}example.org`
    await page.setViewportSize({ width: 320, height: 640 })
    await logInAs(page.context(), server, email)
    const check = async (screenName: string) => {
      const faults = await page.evaluate(() => ({
        over: document.documentElement.scrollWidth - document.documentElement.offsetWidth,
        small: [...document.querySelectorAll('a[href]:not([href="#main"]), button, input:not([aria-hidden])')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('p a, footer a, footer *'))
          // The whole row of a switch can be pressed, so the row's box counts.
          .map((element) => ({
            name: element.outerHTML.slice(0, 120),
            box: (element.closest('label:has([role=switch])') ?? element).getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 43.5)
          .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
      }))
      expect({ screenName, ...faults, cut: await findCutOffElements(page) }).toEqual({ screenName, over: 0, small: [], cut: [] })
    }
    await page.goto(`${server.origin}/ai/personal`)
    await page.locator('summary', { hasText: 'Edit name' }).click()
    await page.getByLabel('First name').fill('N'.repeat(60))
    await page.getByLabel('Last name').fill('M'.repeat(60))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: /N{60} M{60}/ })).toBeVisible()
    await check('personal')
    await userMenu(page).click()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await check('menu')
    await page.goto(`${server.origin}/ai/setting`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
    await check('settings')
    await logOut(page)
    // A phone's header has no room for a login button, so the test opens the login screen by its address.
    await expect(page.getByText("You're not logged in")).toBeVisible()
    await page.goto(`${server.origin}/login`)
    await expect(signInForm(page).email).toBeVisible()
    await check('login')
  },
)
