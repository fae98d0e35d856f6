import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { collectErrors } from './support/page-errors.ts'
import { SCREENS } from './support/screens.ts'
import { RENDER_WAIT_MS, studio } from './support/studio.ts'
import { repeatWakeMessage } from './support/network-back.ts'

test.use({ serviceWorkers: 'allow' })

test('without the server the app starts, shows the stored history and stores new commits', { tag: '@long' }, async ({ page, server }) => {
  const { open, drop, pressGenerate, prompt, work } = studio(page)
  await open(server.origin)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill('Pan right over the lake')
  await pressGenerate()
  await expect(page.getByRole('article', { name: 'Video: Pan right over the lake' })).toBeVisible({ timeout: RENDER_WAIT_MS })
  await page.goto(`${server.origin}/ai/creation`)
  await expect(page.getByRole('article', { name: 'Video: Pan right over the lake' })).toBeVisible()

  server.down(true)
  await page.reload()
  await expect(page.getByRole('article', { name: 'Video: Pan right over the lake' })).toBeVisible()
  await expect(page.getByText(/stored on this device/)).toBeVisible()
  await page.goto(`${server.origin}/home`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(server.origin)
  await prompt.fill('Slow orbit')
  await pressGenerate()
  await expect(work.getByText(/waiting for/i)).toBeVisible()

  server.down(false)
  await repeatWakeMessage(page)
  await expect(page.getByRole('article', { name: 'Video: Slow orbit' })).toBeVisible({ timeout: 60_000 })
  expect(server.timesOf('/api/v1/ai/i2v/gen/custom')).toHaveLength(2)
})

test('without the server every screen opens cold in its layout, with a heading', { tag: '@long' }, async ({ page, server }) => {
  const errors = collectErrors(page)
  await page.goto(`${server.origin}/home`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  server.down(true)
  // The service worker does not answer addresses below /pay/, so their screens need the server.
  const addresses = [...SCREENS.filter(([to]) => !to.startsWith('/pay/')), ['/ai/creation?q=photo.jpg', 'home'] as const]
  for (const [path, layout] of addresses) {
    await page.goto(server.origin + path)
    await expect(page.locator('[data-layout]'), path).toHaveAttribute('data-layout', layout)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  }
  expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
})

test(
  'once the service worker is active on the first visit, the start page opens without a network',
  { tag: '@long' },
  async ({ page, context, server }) => {
    await page.goto(server.origin)
    await page.evaluate(() => navigator.serviceWorker.ready)
    server.down(true)
    await context.setOffline(true)
    await page.goto(server.origin)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
