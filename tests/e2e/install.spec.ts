import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { RENDER_WAIT_MS, studio } from './support/studio.ts'

test.use({ serviceWorkers: 'allow' })

interface Manifest {
  readonly id: string
  readonly start_url: string
  readonly scope: string
  readonly icons: readonly { readonly src: string; readonly purpose: string }[]
  readonly screenshots: readonly { readonly src: string; readonly form_factor: string }[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly { readonly src: string }[] }[]
  readonly launch_handler: { readonly client_mode: readonly string[] }
  readonly share_target: { readonly action: string; readonly method: string; readonly params: { readonly files: readonly unknown[] } }
  readonly file_handlers: readonly { readonly action: string }[]
  readonly protocol_handlers: readonly { readonly protocol: string; readonly url: string }[]
}

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test(
  'the browser finds no obstacle to an installation, and all files of the manifest exist',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(`${server.origin}/home`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const session = await context.newCDPSession(page)
    const { errors, data } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    // Test pages run in an incognito profile, which prevents an installation. The browser must report no other obstacle.
    await expect
      .poll(async () => {
        const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
        return installabilityErrors.map(({ errorId }) => errorId)
      })
      .toEqual(['in-incognito'])

    const manifest = JSON.parse(data ?? '') as Manifest
    expect([manifest.id, manifest.start_url, manifest.scope]).toEqual(['/', '/home', '/'])
    expect(manifest.icons.map(({ purpose }) => purpose).toSorted()).toEqual(['any', 'any', 'maskable'])
    expect(manifest.screenshots.map(({ form_factor: shape }) => shape).toSorted()).toEqual(['narrow', 'wide'])
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['New video', 'Start and end frame', 'Your videos'])
    expect(manifest.protocol_handlers).toEqual([{ protocol: 'web+kinora', url: '/home?link=%s' }])
    expect(manifest.launch_handler.client_mode[0]).toBe('focus-existing')
    expect([manifest.share_target.action, manifest.share_target.method]).toEqual(['/share', 'POST'])
    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)].map(({ src }) => src)
    const screens = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url), ...manifest.file_handlers.map(({ action }) => action)]
    for (const path of new Set([...pictures, ...screens]))
      expect((await context.request.get(server.origin + path)).status(), path).toBe(200)
  },
)

test('a link of the app’s own protocol opens its screen', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/home?link=${encodeURIComponent('web+kinora:/video-effects/golden-hour')}`)
  await expect(page).toHaveURL(`${server.origin}/video-effects/golden-hour`)
  await expect(page.getByRole('heading', { name: 'Golden Hour' })).toBeVisible()
})

/** Fires the `beforeinstallprompt` event, which the browser itself does not fire in an incognito profile. */
const fireInstallPrompt = (page: Page) =>
  page.evaluate(() => {
    const promptEvent = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void Object.assign(globalThis, { wasAsked: true }),
    })
    dispatchEvent(promptEvent)
  })

test('the installation is offered once, after the first video, and stays in the menu', { tag: '@long' }, async ({ page }) => {
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(server.origin)
  await fireInstallPrompt(page)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill('Slow push in')
  const offer = page.getByText('Install Kinora')
  await expect(offer).toHaveCount(0)
  await pressGenerate()
  await expect(page.getByText('Your video is ready')).toBeVisible({ timeout: RENDER_WAIT_MS })
  await expect(page.getByText('A background task finished successfully')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Prepare next video' }).click()
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect.poll(() => page.evaluate(() => 'wasAsked' in globalThis)).toBe(true)

  await page.reload()
  const menuItem = page.getByRole('button', { name: 'Install the app' })
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(menuItem).toHaveCount(0)
  await fireInstallPrompt(page)
  await expect(menuItem).toBeVisible()
  await menuItem.click()
  await expect.poll(() => page.evaluate(() => 'wasAsked' in globalThis)).toBe(true)
  await expect(offer).toHaveCount(0)
})

test.describe('in Safari on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the steps of a manual installation show with their symbols, on each request', { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
    await page.goto(`${server.origin}/home`)
    const steps = page.getByRole('dialog', { name: 'Install Kinora on this device' })
    for (let time = 0; time < 2; time += 1) {
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Install the app' }).click()
      await expect(steps.getByRole('listitem')).toHaveCount(3)
      await expect(steps.getByRole('listitem').nth(1)).toContainText('Add to Home Screen')
      await steps.getByRole('button', { name: 'Close' }).click()
      await expect(steps).toHaveCount(0)
    }
  })
})
