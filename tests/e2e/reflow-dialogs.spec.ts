import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { type GoogleFront, startGoogleFront } from '../fixtures/google/google-front.ts'
import { manyTemplates } from '../fixtures/many-templates.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type GoogleIssuer, startGoogleIssuer } from '../fixtures/server/google-issuer.ts'
import { createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../fixtures/start-test-server.ts'
import { codeFor, expectLoggedIn, logOut, PASSWORD, signInForm, signUp, userMenu } from './support/account-screens.ts'
import { checkoutOf } from './support/checkout-screens.ts'
import { cropStudio } from './support/crop-studio.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { NARROW, WIDE } from './support/reading.ts'
import { type ReadingWalk, readingWalk } from './support/reading-walk.ts'
import { studio } from './support/studio.ts'

/** The tests check each dialog in every window size of `READINGS`, and wait each time until the dialog is settled. */
const TIME_LIMIT_MS = 900_000
const ACTION_LIMIT_MS = 30_000
const OUTCOME_TIMEOUT_MS = 60_000
const GOOGLE_STEP_MS = 2000
const EMAIL = 'maximiliana.wolfeschlegelsteinhausenbergerdorff@example.org'
const LONG_WORDS = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)

test.use({ actionTimeout: ACTION_LIMIT_MS })

let server: TestServer
let walk: ReadingWalk

test.beforeEach(() => test.setTimeout(TIME_LIMIT_MS))

test.afterEach(() => server.close())

/**
 * Starts a server, and returns functions that check the open layers, press the last button with a name, and find a dialog or a header
 * button.
 */
async function startWalk(page: Page, options: TestServerOptions = {}) {
  server = await startTestServer({ ...options, config: { signMode: 'off', ...options.config } })
  walk = await readingWalk(page)
  return {
    check: walk.check,
    press: (name: string | RegExp) => page.getByRole('button', { name: name }).last().click(),
    dialog: (name: string | RegExp) => page.getByRole('dialog', { name }),
    bannerButton: (name: string | RegExp) => page.getByRole('banner').getByRole('button', { name }),
  }
}

test.describe('no layer over a screen is cut off, covered or out of reach, in each window and with large letters', () => {
  let issuer: GoogleIssuer
  let front: GoogleFront

  test.beforeAll(async () => {
    issuer = await startGoogleIssuer()
    front = await startGoogleFront(issuer)
  })

  test.afterAll(async () => {
    await front.close()
    await issuer.close()
  })

  test('the account', { tag: '@long' }, async ({ page }) => {
    let isAway = false
    const { check, press, dialog, bannerButton } = await startWalk(page, {
      config: { google: front.config },
      async intercept(request, forward, socket) {
        if (!isAway || !new URL(request.url).pathname.startsWith('/api/')) return forward(request)
        socket.destroy()
        return new Response(null, { status: 503 })
      },
    })
    await page.goto(`${server.origin}/pricing`)
    const form = signInForm(page)
    const loginDialog = page.getByRole('dialog')
    await bannerButton('Menu').click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible()
    await check('menu of a visitor')
    await page.keyboard.press('Escape')
    await bannerButton('Log in').click()
    await check('login')
    await form.email.fill(EMAIL)
    await form.password.fill('not the one')
    await loginDialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(loginDialog.getByRole('alert').first()).toBeVisible()
    await check('login, refused')
    await loginDialog.getByRole('link', { name: 'Forgot your password?' }).click()
    await check('forgotten password')
    await page.keyboard.press('Escape')
    await bannerButton('Log in').click()
    await loginDialog.getByRole('link', { name: 'Create an account' }).click()
    await check('sign-up')
    await form.email.fill(EMAIL)
    await form.press('Continue')
    await expect(form.code).toBeVisible()
    await check('sign-up, code')
    await form.code.fill(await codeFor(page.context(), server.origin, EMAIL))
    await form.firstName.fill('Maximiliana-Alexandrina')
    await form.lastName.fill('Wolfeschlegelsteinhausenbergerdorff')
    await form.password.fill('short')
    await form.press('Create account')
    await check('sign-up, refused')
    await form.password.fill(PASSWORD)
    await form.press('Create account')
    await expect(loginDialog).toBeHidden()

    const { open, drop, prompt, pressGenerate, work } = studio(page)
    await open(server.origin)
    await expectLoggedIn(page)
    await drop({ name: 'a.jpg', bytes: await makePhoto({ width: 600, height: 400 }) })
    await prompt.fill('Pan left')
    isAway = true
    await pressGenerate()
    await expect(work.getByRole('article')).toHaveCount(1)
    await check('form without the server')
    await logOut(page)
    await expect(dialog('Sync your work before you log out?')).toBeVisible()
    await check('log out with unsent work?')
    await press('Sync and log out')
    await expect(dialog('Sync your work before you log out?').getByText(/We couldn't sync everything/)).toBeVisible()
    await check('log out, not sent')
    walk.expectReadable()
  })

  test("Google's own button", { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IdentityCredential'))
    await page.clock.install()
    const { check, dialog } = await startWalk(page, { config: { google: front.config } })
    await page.setViewportSize(NARROW)
    await page.goto(`${server.origin}/home`)
    await expect
      .poll(async () => {
        await page.clock.fastForward(GOOGLE_STEP_MS)
        return dialog('Log in with Google').isVisible()
      })
      .toBe(true)
    await check('Google')
    walk.expectReadable()
  })

  test('money of a member', { tag: '@long' }, async ({ page }) => {
    const { check, press, dialog } = await startWalk(page)
    await createDemandingPerson(page, server)
    await page.goto(`${server.origin}/ai/setting`)
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
    await press(/points available/)
    await expect(dialog('Your points').getByRole('listitem').first()).toBeVisible()
    await check('points panel')
    await page.keyboard.press('Escape')
    await userMenu(page).click()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await check('user menu')
    await page.keyboard.press('Escape')
    for (const name of ['Plan history', 'Point purchases']) {
      await press(name)
      await expect(dialog(name)).toBeVisible()
      await check(name)
      await page.keyboard.press('Escape')
    }
    await press('Cancel plan')
    await expect(dialog('Cancel your plan?')).toBeVisible()
    await check('cancel the plan?')
    await page.keyboard.press('Escape')
    await userMenu(page).click()
    await press('Buy points')
    await expect(dialog('Buy points')).toBeVisible()
    await check('points for a member')
    walk.expectReadable()
  })

  test('money of an account without a plan', { tag: '@long' }, async ({ page }) => {
    let isDelayed = false
    const { check, press, dialog } = await startWalk(page, {
      async intercept(request, forward) {
        const answer = await forward(request)
        if (!isDelayed || !request.url.includes('/api/pay/payment/order/result')) return answer
        const body = (await answer.json()) as { data: object }
        return Response.json({ ...body, data: { ...body.data, payResult: 'PENDING' } })
      },
    })
    await signUp(page, server.origin, EMAIL)
    const checkout = checkoutOf(page)
    await checkout.buy(server.origin)
    await expect(checkout.dialog.getByText('Opening checkout')).toBeHidden()
    await check('checkout')
    isDelayed = true
    await checkout.press('Pay, webhook arrives one hour late')
    await expect(dialog('Your purchase may be delayed')).toBeVisible({ timeout: OUTCOME_TIMEOUT_MS })
    await check('late purchase')
    await press('OK')
    await checkout.buy(server.origin)
    await expect(dialog('You may have already paid')).toBeVisible()
    await check('buy again?')
    await press('Keep waiting')

    await page.goto(`${server.origin}/ai/setting`)
    await press('Plan history')
    await expect(dialog('Plan history')).toBeVisible()
    await check('empty plan history')
    await page.keyboard.press('Escape')
    await userMenu(page).click()
    await press('Buy points')
    await expect(dialog('Buy points')).toBeVisible()
    await check('points')
    await page.getByRole('switch', { name: /50% off point packs/ }).click()
    await expect(dialog('Premium')).toBeVisible()
    await check('plans')
    walk.expectReadable()
  })

  test('pictures', { tag: '@long' }, async ({ page }) => {
    const { check, dialog } = await startWalk(page)
    const photo = await makePhoto({ width: 900, height: 600 })
    const crop = cropStudio(page)
    await crop.openWithPhoto(server.origin, photo)
    await check('crop demo with a picture')
    await crop.opener.click()
    await expect(crop.box).toBeVisible()
    await check('crop')
    await crop.button('Cancel').click()
    await page.getByRole('button', { name: 'View photo', exact: true }).click()
    await expect(dialog(/^Preview/).getByRole('status')).toHaveText('100%')
    await check('closer look')

    const { open, drop, generateButton } = studio(page)
    await open(server.origin, '/tools/video-templates')
    await page.getByRole('button', { name: 'Choose an effect' }).click()
    await expect(dialog('Effects').getByRole('button', { name: 'Northern Lights' })).toBeVisible()
    await check('effects')
    await dialog('Effects').getByRole('searchbox', { name: 'Search' }).fill(LONG_WORDS.slice(0, 40))
    await check('effects, nothing found')
    await open(server.origin, '/tools/start-end-frame')
    await drop({ name: 'dawn.jpg', bytes: photo }, { name: 'dusk.jpg', bytes: await makePhoto({ width: 600, height: 900, seed: 2 }) })
    await expect(generateButton).toBeEnabled({ timeout: 30_000 })
    await check('two frames')
    walk.expectReadable()
  })

  test('work in progress', { tag: '@long' }, async ({ page }) => {
    const engine = createPausedEngine()
    const { check, dialog, bannerButton } = await startWalk(page, { engine, config: { welcomePointsVisitor: 900 } })
    const { open, drop, prompt, pressGenerate } = studio(page)
    await open(server.origin)
    await drop({ name: `${LONG_WORDS.slice(0, 80)}.jpg`, bytes: await makePhoto({ width: 900, height: 600 }) })
    await prompt.fill(`Slow push in, rain, ${LONG_WORDS}`)
    await expect(page.getByText(/^Sketch · /)).toBeVisible({ timeout: 20_000 })
    await check('form')
    await pressGenerate()
    await engine.untilPaused(1)
    await check('form with a running video')
    await bannerButton(/in progress/).click()
    await expect(dialog('Video progress')).toBeVisible()
    await check('work')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Earlier prompts' }).click()
    await expect(dialog('Earlier prompts').getByRole('listitem').first()).toBeVisible()
    await check('earlier prompts')
    walk.expectReadable()
  })

  test('videos', { tag: '@long' }, async ({ page }) => {
    const { check, press, dialog } = await startWalk(page)
    const creations = await createDemandingPerson(page, server)
    await page.goto(`${server.origin}/ai/creation`)
    const moreActions = page.getByRole('button', { name: /^More actions/ }).first()
    await moreActions.click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await check('actions of a video')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check()
    await check('selection')
    await page.getByRole('region', { name: 'Selected videos' }).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(/^Delete/)).toBeVisible()
    await check('delete?')
    await dialog(/^Delete/)
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).hover()
    await check('deleted, with a way back')
    for (const [itemName, path] of [
      ['a creation', `/tools/image-to-video-generator/${creations[2]}`],
      ['an effect', '/video-effects/golden-hour'],
      ['a template', '/explore/nothing-here'],
    ] as const) {
      await page.goto(server.origin + path)
      const viewer = page.locator('dialog[open]')
      await expect(viewer.getByRole('heading').or(viewer.getByText('Resource not found')).first()).toBeVisible()
      await check(`viewer of ${itemName}`)
    }
    await page.goto(`${server.origin}/video-effects/golden-hour`)
    await press('Keyboard shortcuts')
    await check('keys of the viewer')
    walk.expectReadable()
  })

  test('the notices', { tag: '@long' }, async ({ page, context }) => {
    await page.addInitScript(() => {
      const [active, waiting] = [1, 2].map(() => Object.assign(new EventTarget(), { scriptURL: `${location.origin}/sw.js` }))
      const registration = Object.assign(new EventTarget(), { waiting, active, installing: null })
      Object.assign(navigator.serviceWorker, { register: () => Promise.resolve(registration) })
    })
    const { check, press, dialog, bannerButton } = await startWalk(page, { intercept: await manyTemplates(12) })
    await page.goto(server.origin)
    await press('Watch samples')
    await expect(dialog('Each video started as a photo').getByRole('listitem').first()).toBeVisible()
    await check('reel')
    await page.keyboard.press('Escape')
    await page.goto(`${server.origin}/explore`)
    await expect(page.getByText('A new version of Kinora is ready.')).toBeVisible()
    await check('a new version')
    await page.getByRole('button', { name: 'Later' }).click()
    for (const name of ['Create', 'Effects'] as const) {
      await bannerButton(name).click()
      await expect(page.getByRole('region', { name }).getByRole('link').first()).toBeVisible()
      await check(`panel ${name}`, WIDE)
      await page.keyboard.press('Escape')
    }
    await context.setOffline(true)
    await bannerButton(/^Offline/).click()
    await check('offline')
    await page.keyboard.press('Escape')
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByText("This part of Kinora isn't stored on this device")).toBeVisible()
    await check('a part that is not here')
    await context.setOffline(false)

    const body = `export function PricingPage() { throw new Error('${LONG_WORDS}') }`
    await page.route('**/assets/pricing-page-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.goto(`${server.origin}/explore`)
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible()
    await page.locator('summary').last().click()
    await check('a screen that breaks')
    walk.expectReadable()
  })
})
