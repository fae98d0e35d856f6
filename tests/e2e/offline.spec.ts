import { expect, test } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { studio } from './studio.ts'

test('without the server the app starts, shows the stored history and keeps what is committed', async ({ page }) => {
  const server = await startTestServer()
  const { open, drop, pressGenerate, prompt, work } = studio(page)
  await open(server.origin)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill('Pan right over the lake')
  await pressGenerate()
  await expect(page.getByRole('article', { name: 'Video: Pan right over the lake' })).toBeVisible()
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
  await expect(work.getByText(/waits for/i)).toBeVisible()

  server.down(false)
  await expect(page.getByRole('article', { name: 'Video: Slow orbit' })).toBeVisible({ timeout: 60_000 })
  expect(server.timesOf('/api/v1/ai/i2v/gen/custom')).toHaveLength(2)
  await server.close()
})

test('the browser finds nothing that keeps the app from being installed', async ({ page }) => {
  const server = await startTestServer()
  await page.goto(`${server.origin}/home`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; purpose: string }[]; screenshots: { src: string }[] }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of [...manifest.icons, ...manifest.screenshots])
    expect((await page.request.get(server.origin + src)).status()).toBe(200)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await server.close()
})
