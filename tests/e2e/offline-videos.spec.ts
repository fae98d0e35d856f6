import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { putCreations } from '../fixtures/put-creations.ts'
import { logOut } from './support/account-screens.ts'
import { collectErrors } from './support/page-errors.ts'
import { RENDER_WAIT_MS, studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

test.use({ serviceWorkers: 'allow' })

const MIB = 1024 * 1024

test.use({ serverOptions: { config: { signMode: 'off' } } })

let server: SharedServer
test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})
/** Makes a video, opens it, and returns the video's address. */
async function makeVideo(page: Page, promptText: string): Promise<string> {
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill(promptText)
  await pressGenerate()
  const card = page.getByRole('article', { name: `Video: ${promptText}` })
  const play = card.getByRole('button', { name: /^Play/ })
  await expect(play).toBeVisible({ timeout: RENDER_WAIT_MS })
  await play.click()
  await expect(offlineSwitch(page)).toBeVisible()
  return new URL(page.url()).pathname
}

function offlineSwitch(page: Page): Locator {
  return page.getByRole('switch', { name: 'Store offline' })
}

/** The errors of the page's own code, without failed and refused requests. */
function withoutRefusals(errors: readonly string[]): readonly string[] {
  return errors.filter((error) => !error.startsWith('Failed to load resource'))
}

/** Seeks the video to this second, and returns its position after the seek. */
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

/** The path, the header names and the status of each file in the cache of offline videos. */
function readOfflineFiles(page: Page) {
  return page.evaluate(async () => {
    const cache = await caches.open('kept-videos')
    const files = await Promise.all(
      (await cache.keys()).map(async (request) => ({
        path: request.url.replace(location.origin, ''),
        headers: [...request.headers.keys()],
        status: (await cache.match(request))?.status,
      })),
    )
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  })
}

async function endWorkerDuringRead(video: Locator, context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const dataLoaded = video.evaluate(
    (element: HTMLVideoElement) =>
      new Promise((resolve, reject) => {
        element.addEventListener('loadeddata', resolve, { once: true })
        element.addEventListener('error', () => reject(new Error(element.error?.message)), { once: true })
        element.load()
      }),
  )
  await session.send('ServiceWorker.stopAllWorkers')
  await dataLoaded
  await session.detach()
}

async function clearHttpCache(page: Page, context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

test(
  'an offline video opens by its address with the server stopped, plays, seeks to any second, and continues after the browser ends the worker that serves it',
  { tag: ['@moving', '@long'] },
  async ({ page, context }) => {
    const path = await makeVideo(page, 'Pan right over the lake')
    await expect(page.getByText(/^This video needs .+ of space \(.+ available\)\./)).toBeVisible()
    await offlineSwitch(page).check()
    await expect(page.getByText(/on this device since/)).toBeVisible()
    const files = await readOfflineFiles(page)
    expect(files.map(({ path: name }) => name.replace(/[0-9a-f]{32}/, 'name'))).toEqual(expect.arrayContaining(['/media/name.mp4']))
    expect(files.length).toBeGreaterThanOrEqual(3)
    expect(files.filter(({ headers, status, path: name }) => headers.length > 0 || status !== 200 || name.includes('?'))).toEqual([])

    await page.close()
    server.down(true)
    const coldTab = await context.newPage()
    const errors = collectErrors(coldTab)
    await clearHttpCache(coldTab, context)
    await coldTab.goto(server.origin + path)
    await expect(offlineSwitch(coldTab)).toBeChecked()
    const video = coldTab.getByRole('dialog').locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    const seconds = await video.evaluate((element: HTMLVideoElement) => Math.floor(element.duration))
    expect(seconds).toBeGreaterThan(0)
    for (let second = seconds; second >= 0; second -= 1) expect(await seek(video, second)).toBeCloseTo(second, 1)
    await endWorkerDuringRead(video, context, coldTab)
    expect(await seek(video, seconds)).toBeCloseTo(seconds, 1)
    const poster = await video.evaluate((element: HTMLVideoElement) => element.poster)
    await coldTab.evaluate((src) => Object.assign(new Image(), { src }).decode(), poster)
    await coldTab.keyboard.press('Escape')
    await expect(coldTab.getByText('Stored on this device', { exact: true })).toBeVisible()
    expect(withoutRefusals(errors)).toEqual([])
  },
)

test(
  'an offline video whose record is lost is stored again from the server’s history, and plays with the server stopped',
  { tag: ['@moving', '@long'] },
  async ({ page, context }) => {
    const path = await makeVideo(page, 'Pan left over the sea')
    await offlineSwitch(page).check()
    await expect(page.getByText(/on this device since/)).toBeVisible()
    const files = await readOfflineFiles(page)
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'indexeddb' })
    await page.reload()
    await expect(offlineSwitch(page)).toBeChecked()
    expect(await readOfflineFiles(page)).toEqual(files)

    await page.close()
    server.down(true)
    const coldTab = await context.newPage()
    await clearHttpCache(coldTab, context)
    await coldTab.goto(server.origin + path)
    await expect(offlineSwitch(coldTab)).toBeChecked()
    const video = coldTab.getByRole('dialog').locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  },
)

test('an offline video is saved to the downloads with the server stopped', { tag: '@long' }, async ({ page }) => {
  await logInAs(page.context(), server, 'keeper@example.com')
  await makeVideo(page, 'Pan left over the lake')
  await offlineSwitch(page).check()
  await expect(page.getByText(/on this device since/)).toBeVisible()
  server.down(true)
  const downloadEvent = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Download/ })
    .click()
  const download = await downloadEvent
  expect(download.suggestedFilename()).toMatch(/^pan-left-over-the-lake.*\.mp4$/i)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
})

const PAD_BYTES = 4 * MIB

/** Enlarges each video file with an MP4 box that players skip. */
async function padVideos(request: Request, forward: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.method !== 'GET' || !new URL(request.url).pathname.endsWith('.mp4')) return forward(request)
  // Requests the whole file: a range answer would have no added box, and the browser combines ranges into a whole file.
  const wholeFileHeaders = new Headers(request.headers)
  for (const name of ['range', 'if-range', 'if-none-match', 'if-modified-since']) wholeFileHeaders.delete(name)
  const answer = await forward(new Request(request.url, { headers: wholeFileHeaders }))
  if (answer.status !== 200) return answer
  const pad = Buffer.alloc(PAD_BYTES)
  pad.writeUInt32BE(PAD_BYTES)
  pad.write('free', 4)
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(Buffer.concat([Buffer.from(await answer.arrayBuffer()), pad]), { headers })
}

/** The titles of the offline videos in the settings. The video that is evicted first is on top. */
async function offlineTitles(page: Page): Promise<string[]> {
  await page.goto(`${server.origin}/ai/setting`)
  const list = page.getByRole('region', { name: 'Videos stored on this device' })
  await expect(list.getByRole('link').first()).toBeVisible()
  return list.getByRole('link').allTextContents()
}

const FULL_DEVICE_TITLE =
  'on a full device the video watched longest ago goes, a pinned one stays, and the person is told; a logout takes all'
test(FULL_DEVICE_TITLE, { tag: '@long' }, async ({ page, context }) => {
  server.intercept(padVideos)
  const errors = collectErrors(page)
  await logInAs(page.context(), server, 'vault@example.com')
  await page.goto(`${server.origin}/home`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const titles = ['Ash', 'Birch', 'Cedar', 'Dogwood']
  const ids = await putCreations(
    server,
    titles.map((prompt, age) => ({ prompt, createdAtMs: Date.now() - age * 1000 })),
  )
  const open = async (title: string) => {
    await page.goto(`${server.origin}/tools/image-to-video-generator/${ids[titles.indexOf(title)]}`)
    await expect(offlineSwitch(page)).toBeVisible()
  }
  const saveVideo = async (title: string) => {
    await open(title)
    await offlineSwitch(page).click()
  }
  const expectSaved = async () => {
    await expect(offlineSwitch(page)).toBeChecked()
    await expect(page.getByText(/on this device since/)).toBeVisible()
  }
  for (const title of ['Ash', 'Birch', 'Cedar']) {
    await saveVideo(title)
    await expectSaved()
  }
  await expect(async () => {
    await open('Ash')
    await expectSaved()
    expect(await offlineTitles(page)).toEqual(['Birch', 'Cedar', 'Ash'])
  }).toPass()
  await page.getByRole('button', { name: 'Pin Birch', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unpin Birch' })).not.toHaveAttribute('aria-pressed')

  const session = await context.newCDPSession(page)
  await open('Dogwood')
  const usedBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: usedBytes + PAD_BYTES / 2 })
  await offlineSwitch(page).click()
  await expect(page.getByText(/^1 older video was removed from this device/)).toBeVisible()
  await expectSaved()
  expect((await offlineTitles(page)).toSorted()).toEqual(['Ash', 'Birch', 'Dogwood'])

  for (const title of ['Ash', 'Dogwood']) {
    await page.getByRole('button', { name: `Pin ${title}`, exact: true }).click()
    await expect(page.getByRole('button', { name: `Unpin ${title}` })).toBeVisible()
  }
  await saveVideo('Cedar')
  await expect(page.getByText("We couldn't store the video on this device")).toBeVisible()
  await expect(page.getByText(/^This device is out of space/)).toBeVisible()
  await expect(offlineSwitch(page)).not.toBeChecked()
  expect((await offlineTitles(page)).toSorted()).toEqual(['Ash', 'Birch', 'Dogwood'])
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin })

  await page.getByRole('button', { name: 'Clear “Stored videos”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('region', { name: 'Videos stored on this device' })).toHaveCount(0)
  await saveVideo('Ash')
  await expectSaved()
  await page.keyboard.press('Escape')
  await logOut(page)
  await expect.poll(async () => (await readOfflineFiles(page)).length).toBe(0)
  expect(withoutRefusals(errors)).toEqual([])
})
