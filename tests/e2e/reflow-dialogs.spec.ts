import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { type GoogleFront, startGoogleFront } from '../fixtures/google/google-front.ts'
import { manyTemplates } from '../fixtures/many-templates.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type GoogleIssuer, startGoogleIssuer } from '../fixtures/server/google-issuer.ts'
import { createHeldEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../fixtures/start-test-server.ts'
import { codeFor, expectLoggedIn, logOut, PASSWORD, signInForm, signUp, userMenu } from './support/account-screens.ts'
import { shop } from './support/checkout-screens.ts'
import { cropStudio } from './support/crop-studio.ts'
import { demandingPerson } from './support/demanding-person.ts'
import { NARROW, WIDE } from './support/reading.ts'
import { type ReadingWalk, readingWalk } from './support/reading-walk.ts'
import { studio } from './support/studio.ts'

/** Each dialog is read in three ways, and must be settled in each. */
const TIME_LIMIT_MS = 900_000
const ACTION_LIMIT_MS = 30_000
const LATE_WAIT_MS = 60_000
const GOOGLE_STEP_MS = 2000
const EMAIL = 'maximiliana.wolfeschlegelsteinhausenbergerdorff@example.org'
const LONG_WORDS = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)

test.use({ actionTimeout: ACTION_LIMIT_MS })

let server: TestServer
let walk: ReadingWalk

test.beforeEach(() => test.setTimeout(TIME_LIMIT_MS))

test.afterEach(() => server.close())

/** Returns a function that reads every open layer, and presses the button with these words. */
async function reader(page: Page, options: TestServerOptions = {}) {
  server = await startTestServer({ ...options, config: { signMode: 'off', ...options.config } })
  walk = await readingWalk(page)
  return {
    look: walk.look,
    press: (words: string | RegExp) => page.getByRole('button', { name: words }).last().click(),
    dialog: (name: string | RegExp) => page.getByRole('dialog', { name }),
    banner: (name: string | RegExp) => page.getByRole('banner').getByRole('button', { name }),
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
    const { look, press, dialog, banner } = await reader(page, {
      config: { google: front.config },
      async intercept(request, forward, socket) {
        if (!isAway || !new URL(request.url).pathname.startsWith('/api/')) return forward(request)
        socket.destroy()
        return new Response(null, { status: 503 })
      },
    })
    await page.goto(`${server.origin}/pricing`)
    const form = signInForm(page)
    const login = page.getByRole('dialog')
    await banner('Menu').click()
    await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible()
    await look('menu of a visitor')
    await page.keyboard.press('Escape')
    await banner('Log in').click()
    await look('login')
    await form.email.fill(EMAIL)
    await form.password.fill('not the one')
    await login.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(login.getByRole('alert').first()).toBeVisible()
    await look('login, refused')
    await login.getByRole('link', { name: 'Forgot your password?' }).click()
    await look('forgotten password')
    await page.keyboard.press('Escape')
    await banner('Log in').click()
    await login.getByRole('link', { name: 'Create an account' }).click()
    await look('sign-up')
    await form.email.fill(EMAIL)
    await form.press('Continue')
    await expect(form.code).toBeVisible()
    await look('sign-up, code')
    await form.code.fill(await codeFor(page.context(), server.origin, EMAIL))
    await form.firstName.fill('Maximiliana-Alexandrina')
    await form.lastName.fill('Wolfeschlegelsteinhausenbergerdorff')
    await form.password.fill('short')
    await form.press('Create account')
    await look('sign-up, refused')
    await form.password.fill(PASSWORD)
    await form.press('Create account')
    await expect(login).toBeHidden()

    const { open, drop, prompt, pressGenerate, work } = studio(page)
    await open(server.origin)
    await expectLoggedIn(page)
    await drop({ name: 'a.jpg', bytes: await makePhoto({ width: 600, height: 400 }) })
    await prompt.fill('Pan left')
    isAway = true
    await pressGenerate()
    await expect(work.getByRole('article')).toHaveCount(1)
    await look('form without the server')
    await logOut(page)
    await expect(dialog('Log out with unsent work?')).toBeVisible()
    await look('log out with unsent work?')
    await press('Send now, then log out')
    await expect(dialog('Log out with unsent work?').getByText(/Not everything could be sent/)).toBeVisible()
    await look('log out, not sent')
    walk.expectReadable()
  })

  test("Google's own button", { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IdentityCredential'))
    await page.clock.install()
    const { look, dialog } = await reader(page, { config: { google: front.config } })
    await page.setViewportSize(NARROW)
    await page.goto(`${server.origin}/home`)
    await expect
      .poll(async () => {
        await page.clock.fastForward(GOOGLE_STEP_MS)
        return dialog('Log in with Google').isVisible()
      })
      .toBe(true)
    await look('Google')
    walk.expectReadable()
  })

  test('money of a member', { tag: '@long' }, async ({ page }) => {
    const { look, press, dialog } = await reader(page)
    await demandingPerson(page, server)
    await page.goto(`${server.origin}/ai/setting`)
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
    await press(/points available/)
    await expect(dialog('Your points').getByRole('listitem').first()).toBeVisible()
    await look('points panel')
    await page.keyboard.press('Escape')
    await userMenu(page).click()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await look('user menu')
    await page.keyboard.press('Escape')
    for (const name of ['Subscription history', 'Points history']) {
      await press(name)
      await expect(dialog(name)).toBeVisible()
      await look(name)
      await page.keyboard.press('Escape')
    }
    await press('Cancel subscription')
    await expect(dialog('Cancel your subscription?')).toBeVisible()
    await look('cancel the subscription?')
    await page.keyboard.press('Escape')
    await userMenu(page).click()
    await press('Buy points')
    await expect(dialog('Buy points')).toBeVisible()
    await look('points for a member')
    walk.expectReadable()
  })

  test('money of an account without a plan', { tag: '@long' }, async ({ page }) => {
    let isHeldBack = false
    const { look, press, dialog } = await reader(page, {
      async intercept(request, forward) {
        const answer = await forward(request)
        if (!isHeldBack || !request.url.includes('/api/pay/payment/order/result')) return answer
        const body = (await answer.json()) as { data: object }
        return Response.json({ ...body, data: { ...body.data, payResult: 'PENDING' } })
      },
    })
    await signUp(page, server.origin, EMAIL)
    const shopping = shop(page)
    await shopping.buy(server.origin)
    await expect(shopping.dialog.getByText('Opening the checkout')).toBeHidden()
    await look('checkout')
    isHeldBack = true
    await shopping.press('Pay, and tell the shop an hour late')
    await expect(dialog('Your purchase may delay a little')).toBeVisible({ timeout: LATE_WAIT_MS })
    await look('late purchase')
    await press('All right')
    await shopping.buy(server.origin)
    await expect(dialog('You may have paid already')).toBeVisible()
    await look('buy again?')
    await press('Wait for it')

    await page.goto(`${server.origin}/ai/setting`)
    await press('Subscription history')
    await expect(dialog('Subscription history')).toBeVisible()
    await look('empty subscription history')
    await page.keyboard.press('Escape')
    await userMenu(page).click()
    await press('Buy points')
    await expect(dialog('Buy points')).toBeVisible()
    await look('points')
    await page.getByRole('switch', { name: /Member discount/ }).click()
    await expect(dialog('Premium')).toBeVisible()
    await look('plans')
    walk.expectReadable()
  })

  test('pictures', { tag: '@long' }, async ({ page }) => {
    const { look, dialog } = await reader(page)
    const photo = await makePhoto({ width: 900, height: 600 })
    const crop = cropStudio(page)
    await crop.bring(server.origin, photo)
    await look('crop demo with a picture')
    await crop.opener.click()
    await expect(crop.box).toBeVisible()
    await look('crop')
    await crop.button('Cancel').click()
    await page.getByRole('button', { name: 'Look closer', exact: true }).click()
    await expect(dialog(/^Closer look/).getByRole('status')).toHaveText('100 %')
    await look('closer look')

    const { open, drop, generate } = studio(page)
    await open(server.origin, '/tools/video-templates')
    await page.getByRole('button', { name: 'Choose an effect' }).click()
    await expect(dialog('Effects').getByRole('button', { name: 'Northern Lights' })).toBeVisible()
    await look('effects')
    await dialog('Effects').getByRole('searchbox', { name: 'Search' }).fill(LONG_WORDS.slice(0, 40))
    await look('effects, nothing found')
    await open(server.origin, '/tools/start-end-frame')
    await drop({ name: 'dawn.jpg', bytes: photo }, { name: 'dusk.jpg', bytes: await makePhoto({ width: 600, height: 900, seed: 2 }) })
    await expect(generate).toBeEnabled({ timeout: 30_000 })
    await look('two frames')
    walk.expectReadable()
  })

  test('work in progress', { tag: '@long' }, async ({ page }) => {
    const engine = createHeldEngine()
    const { look, dialog, banner } = await reader(page, { engine, config: { welcomePointsVisitor: 900 } })
    const { open, drop, prompt, pressGenerate } = studio(page)
    await open(server.origin)
    await drop({ name: `${LONG_WORDS.slice(0, 80)}.jpg`, bytes: await makePhoto({ width: 900, height: 600 }) })
    await prompt.fill(`Slow push in, rain, ${LONG_WORDS}`)
    await expect(page.getByText(/^Sketch · /)).toBeVisible({ timeout: 20_000 })
    await look('form')
    await pressGenerate()
    await engine.untilHeld(1)
    await look('form with a running video')
    await banner(/under way/).click()
    await expect(dialog('Your work')).toBeVisible()
    await look('work')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Earlier prompts' }).click()
    await expect(dialog('Earlier prompts').getByRole('listitem').first()).toBeVisible()
    await look('earlier prompts')
    walk.expectReadable()
  })

  test('videos', { tag: '@long' }, async ({ page }) => {
    const { look, press, dialog } = await reader(page)
    const creations = await demandingPerson(page, server)
    await page.goto(`${server.origin}/ai/creation`)
    const more = page.getByRole('button', { name: /^More for/ }).first()
    await more.click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await look('actions of a video')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .first()
      .check()
    await look('selection')
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(/^Delete/)).toBeVisible()
    await look('delete?')
    await dialog(/^Delete/)
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).hover()
    await look('deleted, with a way back')
    for (const [what, path] of [
      ['a creation', `/tools/image-to-video-generator/${creations[2]}`],
      ['an effect', '/video-effects/golden-hour'],
      ['a template', '/explore/nothing-here'],
    ] as const) {
      await page.goto(server.origin + path)
      const viewer = page.locator('dialog[open]')
      await expect(viewer.getByRole('heading').or(viewer.getByText('Resource not found')).first()).toBeVisible()
      await look(`viewer of ${what}`)
    }
    await page.goto(`${server.origin}/video-effects/golden-hour`)
    await press('Keys')
    await look('keys of the viewer')
    walk.expectReadable()
  })

  test('the notices', { tag: '@long' }, async ({ page, context }) => {
    await page.addInitScript(() => {
      const [active, waiting] = [1, 2].map(() => Object.assign(new EventTarget(), { scriptURL: `${location.origin}/sw.js` }))
      const registration = Object.assign(new EventTarget(), { waiting, active, installing: null })
      Object.assign(navigator.serviceWorker, { register: () => Promise.resolve(registration) })
    })
    const { look, press, dialog, banner } = await reader(page, { intercept: await manyTemplates(12) })
    await page.goto(server.origin)
    await press('Watch the reel')
    await expect(dialog('Each began as a still').getByRole('listitem').first()).toBeVisible()
    await look('reel')
    await page.keyboard.press('Escape')
    await page.goto(`${server.origin}/explore`)
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    await look('a new version')
    await page.getByRole('button', { name: 'Later' }).click()
    for (const name of ['Create', 'Effects'] as const) {
      await banner(name).click()
      await expect(page.getByRole('region', { name }).getByRole('link').first()).toBeVisible()
      await look(`panel ${name}`, WIDE)
      await page.keyboard.press('Escape')
    }
    await context.setOffline(true)
    await banner(/^Offline/).click()
    await look('offline')
    await page.keyboard.press('Escape')
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByText('This part of Kinora is not on this device yet')).toBeVisible()
    await look('a part that is not here')
    await context.setOffline(false)

    const body = `export function PricingPage() { throw new Error('${LONG_WORDS}') }`
    await page.route('**/assets/pricing-page-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.goto(`${server.origin}/explore`)
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible()
    await page.locator('summary').last().click()
    await look('a screen that breaks')
    walk.expectReadable()
  })
})
