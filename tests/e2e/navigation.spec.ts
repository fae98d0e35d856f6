import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { putCreations } from '../fixtures/put-creations.ts'
import { PASSWORD, signInForm } from './support/account-screens.ts'
import { isWayBackBlocked, checkoutOf, untilCheckoutIsLeft } from './support/checkout-screens.ts'
import { holdPart } from './support/hold-part.ts'
import { studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'
import { repeatWakeMessage } from './support/network-back.ts'

const EXPLORE_CHUNK = /\/assets\/gallery-[^/]*\.js$/
const NEWER_CREATIONS = 3
/** A screen renders within this many frames after a navigation, once its code is loaded. */
const NAVIGATION_FRAMES = 30

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** Opens another screen within the loaded page. */
async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

test('a screen stays under bar and overlay until the next one is rendered, and the page does not scroll meanwhile', async ({ page }) => {
  const release = await holdPart(page, EXPLORE_CHUNK)
  await studio(page).open(server.origin)
  await openScreen(page, '/explore')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByRole('region', { name: 'New video' })).toBeVisible()
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
  await expect.poll(overflow).toBe('hidden')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  expect(await overflow()).not.toBe('hidden')
})

test('a screen that is left before it loads does not show, and the screen below retains its changes', async ({ page }) => {
  const release = await holdPart(page, EXPLORE_CHUNK)
  await studio(page).open(server.origin)
  await page.getByRole('region', { name: 'New video' }).evaluate((form) => Object.assign(form, { isTheFirst: true }))
  const chunkRequest = page.waitForRequest(EXPLORE_CHUNK)
  await openScreen(page, '/explore')
  await chunkRequest
  await page.goBack()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await waitFrames(page)
  const chunkResponse = page.waitForResponse(EXPLORE_CHUNK)
  release()
  await (await chunkResponse).finished()
  await waitFrames(page)
  const form = page.getByRole('region', { name: 'New video' })
  expect(await form.evaluate((element) => (element as { isTheFirst?: boolean }).isTheFirst)).toBe(true)
})

function waitFrames(page: Page): Promise<void> {
  return page.evaluate(async (times) => {
    for (let time = 0; time < times; time += 1) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }, NAVIGATION_FRAMES)
}

test('a missing chunk reloads the page once and retains the draft; the second time the page asks', async ({ page }) => {
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route(EXPLORE_CHUNK, (route) => route.fulfill({ status: 404, body: '' }))
  const { open, prompt } = studio(page)
  await open(server.origin)
  await prompt.fill('slow push in towards the quiet house')
  expect(loads).toBe(1)
  await openScreen(page, '/explore')
  const reloadMessage = page.getByText("We couldn't load part of this page.")
  await expect(reloadMessage).toBeVisible()
  await expect.poll(() => loads).toBe(2)
  await page.unroute(EXPLORE_CHUNK)
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  await expect(reloadMessage).toHaveCount(0)
  await page.evaluate(() => history.back())
  await expect(prompt).toHaveValue('slow push in towards the quiet house')
  expect(loads).toBe(3)
})

test('without the server a missing chunk shows a message, and Back leads to the earlier screen', { tag: '@long' }, async ({ page }) => {
  await studio(page).open(server.origin)
  server.down(true)
  await openScreen(page, '/explore')
  await expect(page.getByText("This part of Kinora isn't stored on this device")).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByText("This part of Kinora isn't stored on this device")).toBeVisible()
  await expect(page.getByRole('region', { name: 'New video' })).toBeVisible()
  server.down(false)
  await repeatWakeMessage(page)
  await expect(page.getByText("This part of Kinora isn't stored on this device")).toHaveCount(0)
})

test(
  'Back leads to the opened creation, whatever was added above it; the button to the top shows below 300 px',
  { tag: '@long' },
  async ({ page }) => {
    await logInAs(page.context(), server, 'scroll@example.com')
    const dayMs = 24 * 60 * 60 * 1000
    const nowMs = Date.now()
    const makeCreations = (count: number, ageMs: number) =>
      Array.from({ length: count }, (_, index) => ({ prompt: `a walk ${ageMs} ${index}`, createdAtMs: nowMs - ageMs - index * 1000 }))
    await putCreations(server, makeCreations(18, 2 * dayMs))
    await page.goto(`${server.origin}/ai/creation`)
    const target = page.getByRole('article', { name: 'Video: a walk 172800000 12' })
    await expect(page.getByRole('article').first()).toBeVisible()
    const toTopButton = page.getByRole('button', { name: 'Back to top' })
    await expect(toTopButton).toHaveCount(0)
    await target.evaluate((card) => scrollTo({ top: card.getBoundingClientRect().top + scrollY - innerHeight / 4 + 40 }))
    await expect(toTopButton).toHaveAttribute('data-shape', 'arrow')
    const readTop = () => target.evaluate((card) => Math.round(card.getBoundingClientRect().top))
    const topBefore = await readTop()
    // Waits until the page has saved the scroll position, which it does a moment after the scroll.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kinora.scroll:/ai/creation'))).toContain('"key"')
    await openScreen(page, '/home')
    await expect(page.getByRole('heading', { level: 1, name: 'What do you want to animate?' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await putCreations(server, makeCreations(NEWER_CREATIONS, 0))
    await page.evaluate(() => history.back())
    await expect(target).toBeVisible()
    await expect.poll(async () => Math.abs((await readTop()) - topBefore)).toBeLessThan(3)
    await toTopButton.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.locator('main')).toBeFocused()
    await openScreen(page, '/home')
    await expect(page.getByRole('heading', { level: 1, name: 'What do you want to animate?' })).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await page.evaluate(() => scrollTo({ top: 301 }))
    await expect(toTopButton).toHaveAttribute('data-shape', 'words')
  },
)

test('Back does not leave an open checkout, and does after it', { tag: '@long' }, async ({ page }) => {
  await logInAs(page.context(), server, 'block@example.com')
  await page.goto(`${server.origin}/home`)
  await openScreen(page, '/pricing')
  const { dialog, buy, press } = checkoutOf(page)
  await buy(server.origin)
  await expect(dialog).toBeVisible()
  await expect.poll(() => isWayBackBlocked(page)).toBe(true)
  await page.evaluate(() => history.back())
  // The page goes forward again by itself. Without this wait the checks could run before the browser has gone back.
  await waitFrames(page)
  await expect.poll(() => isWayBackBlocked(page)).toBe(true)
  await expect(dialog).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/pricing')
  await press(/^Cancel/)
  await expect(dialog).toBeHidden()
  await untilCheckoutIsLeft(page)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/home$/)
})

test(
  'a browser with slow history steps, and without keys for its entries, stays at the prices after a checkout',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(stepSlowly)
    await logInAs(page.context(), server, 'slow-step@example.com')
    await page.goto(`${server.origin}/home`)
    await openScreen(page, '/pricing')
    const { dialog, buy, press } = checkoutOf(page)
    await buy(server.origin)
    await expect.poll(() => isWayBackBlocked(page)).toBe(true)
    await press(/^Cancel/)
    await expect(dialog).toBeHidden()
    await untilCheckoutIsLeft(page)
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['steps'])).toBe('0')
    expect(new URL(page.url()).pathname).toBe('/pricing')
  },
)

test('a user who logs in on the start page sees it until the home screen is rendered', { tag: '@long' }, async ({ page, browser }) => {
  let release: () => void = () => {}
  const whenReleased = new Promise<void>((resolve) => (release = resolve))
  const email = 'led.home@example.com'
  const otherContext = await browser.newContext()
  await logInAs(otherContext, server, email)
  await otherContext.close()
  await page.route(/\/assets\/home-page[^/]*\.js$/, async (route) => {
    await whenReleased
    await route.continue()
  })
  await page.goto(server.origin)
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  const titleText = await title.textContent()
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  const form = signInForm(page)
  await form.email.fill(email)
  await form.password.fill(PASSWORD)
  await form.press('Log in')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(title).toHaveText(titleText ?? '')
  await expect(page.getByRole('banner')).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

/** Delays history steps as WebKit does on a busy machine. The root element's `data-steps` has the number of pending steps. */
function stepSlowly(): void {
  Reflect.deleteProperty(window, 'navigation')
  const delayMs = 1000
  const go = history.go.bind(history)
  let pendingSteps = 0
  history.go = (stepCount) => {
    pendingSteps += 1
    setTimeout(() => {
      addEventListener('popstate', () => (document.documentElement.dataset['steps'] = String(--pendingSteps)), { once: true })
      go(stepCount)
    }, delayMs)
  }
  history.back = () => history.go(-1)
}
