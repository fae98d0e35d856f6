import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { PASSWORD } from './support/account-screens.ts'
import { logInAs } from './support/log-in-as.ts'
import { expect, test } from './support/test.ts'
import { ONE_TAP_INACTIVITY_MS } from '#shared/domain/google-rules.ts'
import { type GoogleFront, startGoogleFront } from '../fixtures/google/google-front.ts'
import { type GoogleIssuer, startGoogleIssuer } from '../fixtures/server/google-issuer.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'

const CODE_BUTTON = { name: 'Continue with Google' }
const LOGIN_CALL = '/api/v1/auth/third-party/login'
const STEP_MS = 2000

let issuer: GoogleIssuer
let front: GoogleFront
let server: TestServer
let peopleCount = 0

test.beforeAll(async () => {
  issuer = await startGoogleIssuer()
  front = await startGoogleFront(issuer)
  server = await startTestServer({ config: { google: front.config } })
})

test.afterAll(async () => {
  await server.close()
  await front.close()
  await issuer.close()
})

test.beforeEach(() => {
  front.person(makePerson())
  front.tamper(false)
  front.scriptIs('there')
})

function makePerson(changes: Record<string, unknown> = {}) {
  peopleCount += 1
  return { sub: `sub-${peopleCount}`, email: `ada${peopleCount}@example.org`, given_name: 'Ada', family_name: 'Lovelace', ...changes }
}

const accountId = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === 'business_user_id')?.value ?? ''
const expectLoggedIn = (context: BrowserContext) => expect.poll(() => accountId(context)).not.toBe('')
const toast = (page: Page) => page.locator('[data-sonner-toast]')
const countLogins = () => server.timesOf(LOGIN_CALL).length

/** Counts and operates the account dialog that the browser itself shows for FedCM, over the DevTools protocol. */
async function watchFedCm(page: Page) {
  const devTools: CDPSession = await page.context().newCDPSession(page)
  const dialogIds: string[] = []
  devTools.on('FedCm.dialogShown', ({ dialogId }) => dialogIds.push(dialogId))
  await devTools.send('FedCm.enable', { disableRejectionDelay: true })
  await devTools.send('FedCm.resetCooldown')
  const lastDialogId = () => dialogIds.at(-1) ?? ''
  return {
    countDialogs: () => dialogIds.length,
    select: () => devTools.send('FedCm.selectAccount', { dialogId: lastDialogId(), accountIndex: 0 }),
    dismiss: () => devTools.send('FedCm.dismissDialog', { dialogId: lastDialogId(), triggerCooldown: false }),
  }
}

/**
 * Advances the page's clock in steps until the condition is true. One Tap appears after 10 s without activity, and the test does not wait
 * that long.
 */
async function passUntil(page: Page, isReached: () => Promise<boolean> | boolean): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await isReached())) await page.clock.fastForward(STEP_MS)
      return isReached()
    })
    .toBe(true)
}

test(
  'one tap: after 10 s the browser shows its own dialog, and the chosen account is logged in',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(front.loginUrl)
    const fedCm = await watchFedCm(page)
    await page.goto(`${server.origin}/home`)
    await expect.poll(() => fedCm.countDialogs(), { timeout: 3 * ONE_TAP_INACTIVITY_MS }).toBe(1)
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(ONE_TAP_INACTIVITY_MS)
    const answer = page.waitForRequest((request) => request.url().endsWith(LOGIN_CALL))
    await fedCm.select()
    expect((await answer).postDataJSON()).toMatchObject({ provider: 'google', additionalParams: { type: 'jwt', oneTap: true } })
    await expectLoggedIn(context)
    await expect(toast(page)).toHaveCount(0)
  },
)

test(
  'one tap: a token that is expired, for another audience, of another issuer or tampered with is refused with a message',
  { tag: '@long' },
  async ({ page, context }) => {
    const hourAgoS = Math.floor(Date.now() / 1000) - 3600
    const badTokens: readonly (readonly [name: string, claims: Record<string, unknown>, isTampered: boolean])[] = [
      ['expired', { exp: hourAgoS, iat: hourAgoS - 3600 }, false],
      ['wrong audience', { aud: 'somebody.else' }, false],
      ['wrong issuer', { iss: 'https://accounts.example.com' }, false],
      ['tampered', {}, true],
    ]
    await page.clock.install()
    await page.goto(front.loginUrl)
    const fedCm = await watchFedCm(page)
    await page.goto(`${server.origin}/home`)
    for (const [index, [name, claims, isTampered]] of badTokens.entries()) {
      front.person(makePerson(claims))
      front.tamper(isTampered)
      await passUntil(page, () => fedCm.countDialogs() > index)
      await fedCm.select()
      const refusal = toast(page).filter({ hasText: "We couldn't confirm your Google login" })
      await expect(refusal, name).toHaveCount(1)
      expect(await accountId(context)).toBe('')
      // The toast of the next refusal would replace this toast without a visible difference, so the test dismisses this toast first.
      await refusal.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toast(page), name).toHaveCount(0)
      await page.evaluate((path) => history.pushState(null, '', path), index % 2 === 0 ? '/explore' : '/home')
    }
  },
)

test(
  'one tap: after a dismissal it shows no message and stays away until the route changes',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.clock.install()
    await page.goto(front.loginUrl)
    const fedCm = await watchFedCm(page)
    await page.goto(`${server.origin}/home`)
    await passUntil(page, () => fedCm.countDialogs() === 1)
    const loginsBefore = countLogins()
    await fedCm.dismiss()
    await page.clock.fastForward(3 * ONE_TAP_INACTIVITY_MS)
    await page.evaluate(() => history.pushState(null, '', '/explore'))
    await passUntil(page, () => fedCm.countDialogs() > 1)
    expect(fedCm.countDialogs()).toBe(2)
    // The browser allows one prompt at a time. So a third prompt proves that the route change has removed the second one.
    await page.evaluate(() => history.pushState(null, '', '/home'))
    await passUntil(page, () => fedCm.countDialogs() > 2)
    expect([countLogins() - loginsBefore, await accountId(context)]).toEqual([0, ''])
    await expect(toast(page)).toHaveCount(0)
  },
)

test("without FedCM our dialog offers Google's button, which logs in and closes it", { tag: '@long' }, async ({ page, context }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IdentityCredential'))
  await page.clock.install()
  await page.goto(`${server.origin}/home`)
  const dialog = page.getByRole('dialog', { name: 'Log in with Google' })
  await passUntil(page, () => dialog.isVisible())
  const button = dialog.getByRole('button', { name: 'Google', exact: true })
  expect(JSON.parse((await button.getAttribute('data-options')) ?? '')).toEqual({
    type: 'standard',
    width: 300,
    shape: 'pill',
    theme: 'filled_blue',
    locale: 'zh_CN',
  })
  await button.click()
  await expectLoggedIn(context)
  await expect(dialog).toBeHidden()
})

test('without FedCM our dialog does not disturb a typing user, and opens on another route', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IdentityCredential'))
  await page.clock.install()
  let isScriptThere = false
  page.on('requestfinished', (request) => {
    isScriptThere ||= request.url() === front.config.gisSrc
  })
  await page.goto(`${server.origin}/tools/image-to-video-generator`)
  await page.getByRole('textbox', { name: 'Describe the motion' }).pressSequentially('push in')
  await passUntil(page, () => isScriptThere)
  await page.clock.fastForward(STEP_MS)
  const dialog = page.getByRole('dialog', { name: 'Log in with Google' })
  await expect(dialog).toBeHidden()
  await page.evaluate(() => history.pushState(null, '', '/home'))
  await passUntil(page, () => dialog.isVisible())
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the button: a popup asks for consent and its code logs in', async ({ page, context }) => {
  await page.goto(`${server.origin}/login`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', CODE_BUTTON).click()])
  await popup.getByRole('link', { name: 'Continue' }).click()
  await expectLoggedIn(context)
  expect(Object.fromEntries(front.consents.at(-1) ?? [])).toMatchObject({ scope: 'openid email profile', ux_mode: 'popup' })
  expect(issuer.redeemed.at(-1)).toMatchObject({ grant_type: 'authorization_code', redirect_uri: 'postmessage' })
  await expect(page).toHaveURL(/\/home$/)
})

test('the button: a code for a bad token is refused with a message, and can be retried', { tag: '@long' }, async ({ page, context }) => {
  front.person(makePerson({ aud: 'somebody.else' }))
  await page.goto(`${server.origin}/login`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', CODE_BUTTON).click()])
  await popup.getByRole('link', { name: 'Continue' }).click()
  await expect(toast(page)).toContainText("We couldn't confirm your Google login")
  front.person(makePerson())
  const [secondPopup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', CODE_BUTTON).click()])
  await secondPopup.getByRole('link', { name: 'Continue' }).click()
  await expectLoggedIn(context)
})

test('the button: a closed popup and a denied access show no message and send no request', { tag: '@long' }, async ({ page, context }) => {
  const loginsBefore = countLogins()
  await page.goto(`${server.origin}/login`)
  const button = page.getByRole('button', CODE_BUTTON)
  const [closedPopup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await closedPopup.close()
  await expect(button).not.toHaveAttribute('aria-busy')
  const [deniedPopup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await deniedPopup.getByRole('link', { name: 'Cancel' }).click()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(toast(page)).toHaveCount(0)
  expect([countLogins() - loginsBefore, await accountId(context)]).toEqual([0, ''])
})

test('Google is linked in the settings with the password, and logs into the account from then on', async ({ page, context }) => {
  front.person(makePerson())
  const id = await logInAs(context, server, 'linked@example.org')
  await page.goto(`${server.origin}/ai/setting`)
  const section = page.getByRole('region', { name: 'Google' })
  const linkButton = section.getByRole('button', { name: 'Link Google' })
  await linkButton.press('Enter')
  await expect(section.getByLabel('Current password')).toBeFocused()
  await section.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(linkButton).toBeFocused()
  await linkButton.press('Enter')
  const googleButton = section.getByRole('button', CODE_BUTTON)
  await googleButton.click()
  await expect(section.getByText('Enter a password.')).toBeVisible()
  expect((await new AxeBuilder({ page }).include('section:has(#google)').analyze()).violations).toEqual([])
  const linkWithPassword = async (password: string) => {
    await section.getByLabel('Current password').fill(password)
    const [popup] = await Promise.all([page.waitForEvent('popup'), section.getByLabel('Current password').press('Enter')])
    await popup.getByRole('link', { name: 'Continue' }).click()
  }
  await linkWithPassword('not it')
  await expect(section.getByText("This isn't your current password.")).toBeVisible()
  await linkWithPassword(PASSWORD)
  await expect(section.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.origin}/login`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', CODE_BUTTON).click()])
  await popup.getByRole('link', { name: 'Continue' }).click()
  await expect.poll(() => accountId(context)).toBe(id)
})

test('a script that fails to load shows a message, and a retry loads it', { tag: '@long' }, async ({ page, context }) => {
  front.scriptIs('missing')
  await page.goto(`${server.origin}/login`)
  const alert = page.getByRole('alert').filter({ hasText: 'Google OAuth2 Services failed to load' })
  await expect(alert).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  front.scriptIs('there')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', CODE_BUTTON)).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', CODE_BUTTON).click()])
  await popup.getByRole('link', { name: 'Continue' }).click()
  await expectLoggedIn(context)
})

test('without a client id nothing of Google is loaded or rendered', { tag: '@long' }, async ({ page }) => {
  const serverWithoutGoogle = await startTestServer()
  const foreignUrls: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(serverWithoutGoogle.origin)) foreignUrls.push(request.url())
  })
  await page.clock.install()
  const infoLoaded = page.waitForResponse((response) => response.url().includes('/app/info'))
  await page.goto(`${serverWithoutGoogle.origin}/login`)
  await infoLoaded
  await page.clock.fastForward(2 * ONE_TAP_INACTIVITY_MS)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0)
  expect(foreignUrls).toEqual([])
  await serverWithoutGoogle.close()
})
