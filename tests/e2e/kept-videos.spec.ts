import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { expect, test } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { collectErrors } from './page-errors.ts'
import { RENDER_WAIT_MS, studio } from './studio.ts'

let server: TestServer
test.beforeEach(async () => {
  server = await startTestServer({ config: { signMode: 'off' } })
})
test.afterEach(async () => {
  await server.close()
})

/** Makes a video and opens it; gives its own address. */
async function makeVideo(page: Page, words: string): Promise<string> {
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill(words)
  await pressGenerate()
  const card = page.getByRole('article', { name: `Video: ${words}` })
  const play = card.getByRole('button', { name: /^Play/ })
  await expect(play).toBeVisible({ timeout: RENDER_WAIT_MS })
  await play.click()
  await expect(keepSwitch(page)).toBeVisible()
  return new URL(page.url()).pathname
}

function keepSwitch(page: Page): Locator {
  return page.getByRole('switch', { name: 'Keep on this device' })
}

/** Seeks to this second, and gives where the video stands then and how long it is. */
function seek(video: Locator, second: number) {
  return video.evaluate(
    (element: HTMLVideoElement, to) =>
      new Promise<number>((resolve, reject) => {
        element.pause()
        element.addEventListener('seeked', () => resolve(element.currentTime), { once: true })
        element.addEventListener('error', () => reject(new Error(element.error?.message)), { once: true })
        element.currentTime = to
      }),
    second,
  )
}

/** The paths in the cache of kept videos, and what their keys and answers carry beside. */
function keptFiles(page: Page) {
  return page.evaluate(async () => {
    const cache = await caches.open('kept-videos')
    const kept = await Promise.all(
      (await cache.keys()).map(async (request) => ({
        path: request.url.replace(location.origin, ''),
        headers: [...request.headers.keys()],
        status: (await cache.match(request))?.status,
      })),
    )
    return kept.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  })
}

async function forgetHttpCache(page: Page, context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

test('a kept video opens by its address with the server stopped, plays, and seeks to any second', async ({ page, context }) => {
  const path = await makeVideo(page, 'Pan right over the lake')
  await expect(page.getByText(/^Takes .+ free\./)).toBeVisible()
  await keepSwitch(page).check()
  await expect(page.getByText(/on this device since/)).toBeVisible()
  const files = await keptFiles(page)
  expect(files.map(({ path: name }) => name.replace(/[0-9a-f]{32}/, 'name'))).toEqual(expect.arrayContaining(['/media/name.mp4']))
  expect(files.length).toBeGreaterThanOrEqual(3)
  expect(files.filter(({ headers, status, path: name }) => headers.length > 0 || status !== 200 || name.includes('?'))).toEqual([])

  await page.close()
  server.down(true)
  const cold = await context.newPage()
  const errors = collectErrors(cold)
  await forgetHttpCache(cold, context)
  await cold.goto(server.origin + path)
  await expect(keepSwitch(cold)).toBeChecked()
  const video = cold.getByRole('dialog').locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  const seconds = await video.evaluate((element: HTMLVideoElement) => Math.floor(element.duration))
  expect(seconds).toBeGreaterThan(0)
  for (let second = seconds; second >= 0; second -= 1) expect(await seek(video, second)).toBeCloseTo(second, 1)
  const poster = await video.evaluate((element: HTMLVideoElement) => element.poster)
  await cold.evaluate((src) => Object.assign(new Image(), { src }).decode(), poster)
  await cold.keyboard.press('Escape')
  await expect(cold.getByText('Kept on this device')).toBeVisible()
  expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
})
