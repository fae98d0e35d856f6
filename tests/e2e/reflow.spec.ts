import { expect, test } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { createHeldEngine } from '../fixtures/server/test-engines.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { codeFor, PASSWORD, signInForm } from './account-screens.ts'
import { buy } from './buy.ts'
import { shop } from './checkout-screens.ts'
import { cropStudio } from './crop-studio.ts'
import { demandingPerson } from './demanding-person.ts'
import { NARROW, reading, READINGS } from './reading.ts'
import { studio } from './studio.ts'

const SCREENS = [
  '/',
  '/home',
  '/pricing',
  '/support',
  '/demo/crop',
  '/ai/setting',
  '/ai/creation',
  '/ai/creation?q=nothing-like-that',
  '/ai/personal',
  '/ai/ledger',
  '/pay/success',
  '/pay/cancel',
  '/explore',
  '/resource',
  '/privacy-policy',
  '/terms-of-service',
  '/video-effects',
  '/tools/start-end-frame',
  '/tools/video-templates',
  '/tools/image-to-video-generator',
  '/no/such/page',
]
/** They read many screens, and each of them has to come to rest. */
const TIME_LIMIT_MS = 600_000
const LONG_WORDS = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)

test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })

let server: TestServer

test.afterEach(async () => {
  await server.close()
})

for (const { title, tag, readings } of [
  { title: 'at 320 px', tag: [], readings: [NARROW] },
  { title: 'at 320 px and with letters twice as large', tag: ['@long'], readings: READINGS },
])
  test(`every screen can be read ${title}: nothing is cut off, and nothing lies on anything`, { tag }, async ({ page }) => {
    test.setTimeout(TIME_LIMIT_MS)
    server = await startTestServer({ config: { signMode: 'off' } })
    const faults: string[] = []
    const read = await reading(page, readings)
    for (const path of ['/login', '/signup', '/ai/personal', '/ai/creation', '/pricing']) {
      await page.goto(server.origin + path)
      faults.push(...(await read(`visitor ${path}`)))
    }
    await demandingPerson(page, server)
    for (const path of SCREENS) {
      await page.goto(server.origin + path)
      faults.push(...(await read(path)))
    }
    await page.goto(`${server.origin}/ai/ledger`)
    await page.getByRole('link', { name: 'Receipt' }).first().click()
    faults.push(...(await read('receipt')))
    expect(faults).toEqual([])
  })

test('so can every dialog of the account and of money', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(TIME_LIMIT_MS)
  server = await startTestServer({ config: { signMode: 'off' } })
  const faults: string[] = []
  const read = await reading(page)
  const look = async (what: string) => faults.push(...(await read(what)))
  const press = (words: string | RegExp) => page.getByRole('button', { name: words }).last().click()

  await page.goto(`${server.origin}/pricing`)
  const form = signInForm(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await look('login')
  await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
  await look('forgotten password')
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await dialog.getByRole('link', { name: 'Create an account' }).click()
  await look('sign-up')
  const email = 'maximiliana.wolfeschlegelsteinhausenbergerdorff@example.org'
  await form.email.fill(email)
  await form.press('Continue')
  await expect(form.code).toBeVisible()
  await look('sign-up, code')
  await form.code.fill(await codeFor(page.context(), server.origin, email))
  await form.firstName.fill('Maximiliana-Alexandrina')
  await form.lastName.fill('Wolfeschlegelsteinhausenbergerdorff')
  await form.password.fill('short')
  await form.press('Create account')
  await look('sign-up, refused')
  await form.password.fill(PASSWORD)
  await form.press('Create account')
  await expect(dialog).toBeHidden()

  await page.goto(`${server.origin}/pricing`)
  await press(/points available/)
  await look('points panel')
  await page.keyboard.press('Escape')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Your account/ })
    .click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await look('user menu')
  await page.keyboard.press('Escape')
  await shop(page).buy(server.origin)
  await expect(page.getByRole('dialog', { name: 'Checkout' }).getByText('Opening the checkout')).toBeHidden()
  await look('checkout')
  await shop(page).press(/cancel|back/i)
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toBeHidden()

  await demandingDialogs()
  expect(faults).toEqual([])

  async function demandingDialogs(): Promise<void> {
    await page.goto(`${server.origin}/ai/setting`)
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
    await press('Buy points')
    await expect(page.getByRole('button', { name: /^Buy \d+ points/ })).toBeEnabled()
    await look('credits')
    await page.getByRole('switch', { name: /Member discount/ }).check()
    await expect(page.getByRole('dialog', { name: 'Premium' })).toBeVisible()
    await look('subscription')
    await page.goto(`${server.origin}/ai/setting`)
    for (const name of ['Subscription history', 'Points history']) {
      await press(name)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await look(name)
      await page.keyboard.press('Escape')
    }
    await buy(page.context(), server, 'basic_free_trial')
    await page.reload()
    await press('Subscription history')
    await look('Subscription history with a plan')
    await page.keyboard.press('Escape')
    await press('Cancel subscription')
    await expect(page.getByRole('dialog', { name: 'Cancel your subscription?' })).toBeVisible()
    await look('cancel the subscription')
  }
})

test('and every dialog of pictures and videos', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(TIME_LIMIT_MS)
  const engine = createHeldEngine()
  server = await startTestServer({ engine, config: { signMode: 'off', welcomePointsVisitor: 900 } })
  const faults: string[] = []
  const read = await reading(page)
  const look = async (what: string) => faults.push(...(await read(what)))
  const photo = await makePhoto({ width: 900, height: 600 })

  const crop = cropStudio(page)
  await crop.bring(server.origin, photo)
  await look('crop demo with a picture')
  await crop.opener.click()
  await expect(crop.box).toBeVisible()
  await look('crop')
  await crop.button('取消').click()
  await page.getByRole('button', { name: 'Look closer', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Closer look/ }).getByRole('status')).toHaveText('100 %')
  await look('preview')

  const { open, drop, prompt, pressGenerate, generate } = studio(page)
  await open(server.origin, '/tools/video-templates')
  await page.getByRole('button', { name: 'Choose an effect' }).click()
  const effects = page.getByRole('dialog', { name: 'Effects' })
  await expect(effects.getByRole('button', { name: 'Northern Lights' })).toBeVisible()
  await look('effect picker')
  await effects.getByRole('searchbox', { name: 'Search' }).fill(LONG_WORDS.slice(0, 40))
  await look('effect picker, nothing found')
  await open(server.origin, '/tools/start-end-frame')
  await drop({ name: 'dawn.jpg', bytes: photo }, { name: 'dusk.jpg', bytes: await makePhoto({ width: 600, height: 900, seed: 2 }) })
  await expect(generate).toBeEnabled({ timeout: 30_000 })
  await look('two frames')
  await open(server.origin)
  await drop({ name: `${LONG_WORDS.slice(0, 80)}.jpg`, bytes: photo })
  await prompt.fill(`Slow push in, rain, ${LONG_WORDS}`)
  await expect(page.getByText(/^Sketch · /)).toBeVisible({ timeout: 20_000 })
  await look('form')
  await pressGenerate()
  await engine.untilHeld(1)
  await look('form with a running video')
  await page.getByRole('banner').getByRole('button', { name: /video/ }).first().click()
  await expect(page.getByRole('dialog', { name: 'Your work' })).toBeVisible()
  await look('work sheet')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /earlier|history/i })
    .first()
    .click()
  await look('prompt history')

  const creations = await demandingPerson(page, server)
  await page.goto(`${server.origin}/ai/creation`)
  const cards = page.getByRole('article', { name: /^Video:/ })
  await expect(cards.first()).toBeVisible()
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await look('actions of a video')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page
    .getByRole('checkbox', { name: /^Select: / })
    .first()
    .check()
  await look('selection')
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: /^Delete/ })).toBeVisible()
  await look('delete?')
  for (const [at, path] of [
    `/tools/image-to-video-generator/${creations[0]}`,
    '/video-effects/golden-hour',
    '/explore/nothing-here',
  ].entries()) {
    await page.goto(server.origin + path)
    await expect(
      page.locator('dialog[open]').getByRole('heading').or(page.locator('dialog[open]').getByText('Resource not found')).first(),
    ).toBeVisible()
    await look(`viewer ${at}`)
  }
  await page.goto(`${server.origin}/tools/image-to-video-generator`)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Your account/ })
    .click()
  await look('user menu')
  expect(faults).toEqual([])
})
