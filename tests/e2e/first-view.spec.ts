import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { collectErrors } from './support/page-errors.ts'

const SCREENS = [
  { path: '/', heading: 'Set your photo in motion' },
  { path: '/home', heading: 'What do you want to animate?' },
] as const
/** The other public screens. Each loads the code of the screen after the first part of the app's script. */
const FURTHER_SCREENS = [
  { path: '/login', heading: 'Welcome back' },
  { path: '/signup', heading: 'Create an account' },
  { path: '/pricing', heading: 'Plans and points' },
  { path: '/support', heading: 'Support' },
  { path: '/explore', heading: 'Explore' },
  { path: '/video-effects', heading: 'Video effects' },
  { path: '/resource', heading: 'Articles' },
  { path: '/privacy-policy', heading: 'Privacy policy' },
  { path: '/terms-of-service', heading: 'Terms of service' },
  { path: '/tools/image-to-video-generator', heading: 'Image to video' },
  { path: '/tools/start-end-frame', heading: 'Start and end frame' },
  { path: '/tools/video-templates', heading: 'Video effects' },
] as const
/** Hydration must not replace these elements. */
const LASTING_SELECTORS = ['h1', 'header', 'main', 'main img', 'footer, nav']

let server: SharedServer
test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** Delays the app's script until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let releaseScript = () => {}
  const whenReleased = new Promise<void>((resolve) => {
    releaseScript = resolve
  })
  await page.route('**/assets/vendor-*.js', async (route) => {
    await whenReleased
    await route.continue()
  })
  return releaseScript
}

const points = (page: Page) => page.getByRole('button', { name: /^\d+ points available/ })

/** The number of marked elements that are still in the page. */
function countMarked(page: Page): Promise<number> {
  return page.evaluate(
    (selectors) => selectors.filter((selector) => document.querySelector(selector)?.hasAttribute('data-marked') === true).length,
    LASTING_SELECTORS,
  )
}

/** Lists the attributes in the page that refer to a missing id. */
function findBrokenReferences(attributes = ['aria-labelledby', 'aria-describedby', 'for', 'popovertarget']): string[] {
  return attributes.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)]
      .filter((element) => (element.getAttribute(name) ?? '').split(' ').some((id) => document.getElementById(id) === null))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('no loading placeholder shows beside the words', async ({ page }) => {
    await page.goto(`${server.origin}/explore`)
    await expect(page.locator('#root')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore')
    await page.getByRole('link', { name: 'Above the Mist' }).click()
    await expect(page).toHaveURL(`${server.origin}/tools/image-to-video-generator/above-the-mist`)
  })

  for (const { path, heading } of SCREENS) {
    test(`${path} shows its words, its picture and its links`, async ({ page }) => {
      await page.goto(server.origin + path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect
        .poll(() =>
          page
            .locator('main img')
            .first()
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBeGreaterThan(0)
      await page.getByRole('link', { name: 'Explore' }).first().click()
      await expect(page).toHaveURL(`${server.origin}/explore`)
    })
  }
})

for (const { path, heading } of SCREENS) {
  test(`${path} is rendered before its script loads, and the script hydrates it unchanged`, async ({ page }) => {
    const errors = collectErrors(page)
    const releaseScript = await holdScript(page)
    await page.goto(server.origin + path, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.evaluate((selectors) => {
      for (const selector of selectors) document.querySelector(selector)?.setAttribute('data-marked', '')
    }, LASTING_SELECTORS)
    releaseScript()
    await expect(points(page)).toBeVisible()
    expect(await countMarked(page)).toBe(LASTING_SELECTORS.length)
    const panel = page.getByRole('dialog', { name: 'Your points' })
    for (const press of ['first', 'second']) {
      await points(page).click()
      await expect(panel, `after the ${press} press`).toBeVisible()
      await panel.getByRole('button', { name: 'Close' }).click()
      await expect(panel).toBeHidden()
    }
    expect(await page.evaluate(findBrokenReferences, undefined)).toEqual([])
    expect(errors).toEqual([])
  })
}

test(
  'every other public screen is rendered before its script loads, too, and the script hydrates it unchanged',
  { tag: '@long' },
  async ({ browser }) => {
    for (const { path, heading } of FURTHER_SCREENS) {
      // Each screen gets a new context, because a registered visitor would get the page of a returning user.
      const context = await browser.newContext()
      const page = await context.newPage()
      const errors = collectErrors(page)
      const releaseScript = await holdScript(page)
      await page.goto(server.origin + path, { waitUntil: 'domcontentloaded' })
      const title = page.getByRole('heading', { level: 1, name: heading })
      await expect(title).toBeVisible()
      const headingElement = await title.elementHandle()
      releaseScript()
      await expect.poll(() => title.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')))).toBe(true)
      expect([path, await headingElement?.evaluate(({ isConnected }) => isConnected)]).toEqual([path, true])
      expect([path, await page.evaluate(findBrokenReferences, ['aria-labelledby', 'aria-describedby', 'for'])]).toEqual([path, []])
      expect([path, errors]).toEqual([path, []])
      await context.close()
    }
  },
)

test(
  'an item shows its picture above everything before the script loads, and its viewer hydrates it',
  { tag: '@long' },
  async ({ page }) => {
    const releaseScript = await holdScript(page)
    await page.goto(`${server.origin}/explore/above-the-mist`, { waitUntil: 'domcontentloaded' })
    const picture = page.getByRole('dialog').getByRole('presentation').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const isOnTop = () =>
      picture.evaluate((image) => {
        const { left, top, width, height } = image.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) === image
      })
    expect(await isOnTop()).toBe(true)
    releaseScript()
    const viewer = page.getByRole('dialog', { name: 'Above the Mist' })
    await expect(viewer).toBeVisible()
    expect(await viewer.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    // The server's HTML already contains the viewer, so hydration must not replay its opening animation. The gallery below it is rendered
    // later.
    await expect(viewer).toHaveCSS('animation-name', 'none')
    await expect(page.locator('main [data-viewer-item]').first()).toBeAttached()
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(`${server.origin}/explore`)
  },
)

test('the preloaded picture of a page is not used by the next screen', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/resource/camera-moves-that-work`)
  await expect(page.getByRole('heading', { level: 1, name: 'Learn these 5 camera moves' })).toBeVisible()
  await page.route('**/api/v1/article/detail?*', () => undefined)
  await page.evaluate(() => history.pushState(null, '', '/resource/choosing-a-picture'))
  await expect(page.getByRole('heading', { level: 1, name: 'Learn these 5 camera moves' })).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true]').first()).toBeAttached()
  await expect(page.locator('main img')).toHaveCount(0)
})

test('words typed before the script loads are in the form and in its draft', async ({ page }) => {
  const releaseScript = await holdScript(page)
  await page.goto(`${server.origin}/tools/image-to-video-generator`, { waitUntil: 'domcontentloaded' })
  const prompt = page.getByRole('textbox', { name: 'Describe the motion' })
  await prompt.fill('A slow push in, light rain')
  releaseScript()
  await expect(points(page)).toBeVisible()
  await expect(page.getByRole('note', { name: 'How we interpret your prompt' })).toContainText('rain')
  await expect(prompt).toHaveValue('A slow push in, light rain')
  await expect(async () => {
    await page.reload()
    await expect(prompt).toHaveValue('A slow push in, light rain', { timeout: 3000 })
  }).toPass()
})

test('a login before the script loads is answered, and only it leaves the page', { tag: '@long' }, async ({ page }) => {
  const releaseScript = await holdScript(page)
  await page.goto(`${server.origin}/login`, { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${server.origin}/login`)
  releaseScript()
  await expect(page.getByRole('alert').filter({ hasText: 'password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.org')
})

test('a press before the script loads has its effect afterwards', async ({ page }) => {
  const releaseScript = await holdScript(page)
  await page.goto(server.origin, { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Watch samples' }).click()
  releaseScript()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the same for a returning user, whose page is rendered anew', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/robots.txt`)
  await page.evaluate(() => localStorage.setItem('kinora.colorMode', JSON.stringify('light')))
  const releaseScript = await holdScript(page)
  await page.goto(`${server.origin}/home`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  releaseScript()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a scroll before the script loads stays', { tag: '@long' }, async ({ page }) => {
  const releaseScript = await holdScript(page)
  await page.goto(server.origin, { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 300 }))
  releaseScript()
  await expect(points(page)).toBeVisible()
  // The page saves a scroll position only after it has restored one.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kinora.scroll:/'))).not.toBeNull()
  expect(await page.evaluate(() => scrollY)).toBe(300)
})

test('two presses before the script loads count as one, and an install prompt is stored', { tag: '@long' }, async ({ page }) => {
  const releaseScript = await holdScript(page)
  await page.goto(server.origin, { waitUntil: 'domcontentloaded' })
  await page.evaluate(() =>
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => {} })),
  )
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await menu.click()
  releaseScript()
  await expect(page.getByRole('button', { name: 'Install the app' })).toBeVisible()
})

test('a script that failed to load is requested by a new page once the server is back', { tag: '@long' }, async ({ page }) => {
  await page.route('**/assets/shell-*.js', (route) => route.abort(), { times: 1 })
  await page.goto(server.origin)
  await expect(points(page)).toBeVisible()
})

test('a photo chosen before the script loads is in the form', { tag: '@long' }, async ({ page }) => {
  const releaseScript = await holdScript(page)
  await page.goto(`${server.origin}/home`, { waitUntil: 'domcontentloaded' })
  const photo = await makePhoto({ width: 800, height: 600 })
  await page
    .getByLabel('Choose a photo')
    .first()
    .setInputFiles({ name: 'early.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) })
  releaseScript()
  await expect(page).toHaveURL(`${server.origin}/tools/image-to-video-generator`)
  await expect(page.getByRole('region', { name: 'New video' }).locator('img').first()).toBeVisible()
})

test('a returning user sees the page as they left it, not as a new visitor', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/robots.txt`)
  await page.evaluate(() => {
    localStorage.setItem('kinora.colorMode', JSON.stringify('light'))
    localStorage.setItem('kinora.motion', JSON.stringify('paused'))
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(server.origin)
  await expect(points(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})
