import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import path from 'node:path'
import { type OtherBuild, makeOtherBuild } from '../fixtures/make-other-build.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { isPut } from '../fixtures/server/put-gate.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { watchedWorker } from '../fixtures/watched-worker.ts'
import { afterActivation } from './support/after-activation.ts'
import { studio } from './support/studio.ts'

test.use({ serviceWorkers: 'allow' })

const COMMIT_PATH = '/api/v1/ai/i2v/gen/custom'
const PROMPT = 'the mist drifts on'

let server: TestServer
let otherBuild: OtherBuild
let isOtherServed = false
let hasBothBuilds = false
let releaseUploads = (): void => undefined
let uploadsRelease: Promise<void> | undefined
let uploadStart: Promise<void> | undefined
let resolveUploadStart = (): void => undefined

test.beforeAll(async () => {
  otherBuild = await makeOtherBuild(path.resolve(import.meta.dirname, '../../dist/client'))
  server = await startTestServer({
    intercept: async (request, forward) => {
      if (isPut(request)) {
        resolveUploadStart()
        await uploadsRelease
      }
      const { pathname } = new URL(request.url)
      const isPage = request.headers.get('accept')?.includes('text/html') === true
      if (request.method !== 'GET') return forward(request)
      if (pathname === '/sw.js') {
        const script = isOtherServed ? otherBuild.answer(pathname) : await forward(new Request(request.url))
        return watchedWorker((await script?.text()) ?? '')
      }
      if (!isOtherServed)
        return (hasBothBuilds ? otherBuild.answer(pathname.startsWith('/assets/') ? pathname : '') : undefined) ?? forward(request)
      // With `isOtherServed` the server has only the other build, and no file of the real one.
      return (
        otherBuild.answer(isPage ? '/index.html' : pathname) ??
        (pathname.startsWith('/assets/') ? new Response(null, { status: 404 }) : forward(request))
      )
    },
  })
})

test.afterAll(async () => {
  await server.close()
})

test.beforeEach(() => {
  isOtherServed = false
  hasBothBuilds = false
  uploadsRelease = new Promise((resolve) => {
    releaseUploads = resolve
  })
  uploadStart = new Promise((resolve) => {
    resolveUploadStart = resolve
  })
})

const updateButton = (page: Page) => page.getByRole('button', { name: 'Update now' })
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }))
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window)
const readScriptUrl = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')
const isScriptCached = async (page: Page, script: string) => page.evaluate(async (url) => (await caches.match(url)) !== undefined, script)

/** Opens a tab of the old build, with words in its form and a picture whose upload waits for `releaseUploads`. */
async function openOldTab(page: Page): Promise<void> {
  await studio(page).open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await studio(page).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await studio(page).pressGenerate()
  await uploadStart
  await studio(page).prompt.fill(PROMPT)
  await markPage(page)
}

async function expectLazyPage(page: Page, name: string, heading: RegExp): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

test(
  'an old tab with an unfinished upload and one of a newer build: nothing reloads until the upload is done, then both are updated',
  { tag: '@long' },
  async ({ page, context }) => {
    await openOldTab(page)
    const oldScript = await readScriptUrl(page)
    isOtherServed = true
    const secondTab = await context.newPage()
    const network = await context.newCDPSession(secondTab)
    await network.send('Network.enable')
    await network.send('Network.setBypassServiceWorker', { bypass: true })
    await secondTab.goto(`${server.origin}/pricing`)
    await network.send('Network.setBypassServiceWorker', { bypass: false })
    expect(await readScriptUrl(secondTab)).not.toBe(oldScript)
    await markPage(secondTab)
    await updateButton(secondTab).click()
    await expect(secondTab.getByText('as soon as your new videos have started')).toBeVisible()
    await expect(updateButton(page)).toBeVisible()
    await expectLazyPage(page, 'Explore', /explore/i)
    expect([await isSamePage(page), await isSamePage(secondTab)]).toEqual([true, true])

    const reload = page.waitForEvent('load')
    releaseUploads()
    await afterActivation(page, reload)
    await expect(async () => expect(await readScriptUrl(page)).toBe(await readScriptUrl(secondTab))).toPass({ timeout: 30_000 })
    await studio(page).open(server.origin)
    await expect(studio(page).prompt).toHaveValue(PROMPT)
    await expect(updateButton(page)).toHaveCount(0)
    expect(server.timesOf(COMMIT_PATH)).toHaveLength(1)
  },
)

test(
  'a tab that a newer build updates during an upload retains its parts, and continues it afterwards',
  { tag: '@long' },
  async ({ page }) => {
    await openOldTab(page)
    const oldScript = await readScriptUrl(page)
    isOtherServed = true
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(updateButton(page)).toBeVisible()
    const workerChange = page.evaluate(async () => {
      const change = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      const registration = await navigator.serviceWorker.getRegistration()
      registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
      await change
    })
    await afterActivation(page, workerChange)
    await expectLazyPage(page, 'Explore', /explore/i)
    expect(await isSamePage(page)).toBe(true)
    const reload = page.waitForEvent('load')
    releaseUploads()
    await reload
    expect(await readScriptUrl(page)).not.toBe(oldScript)
    await expect.poll(() => isScriptCached(page, oldScript)).toBe(false)
  },
)

test(
  'a waiting build retains its files while pages of the old build open and close, and starts without the server',
  { tag: '@long' },
  async ({ page }) => {
    await studio(page).open(server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const oldScript = await readScriptUrl(page)
    isOtherServed = true
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(updateButton(page)).toBeVisible()
    await page.reload()
    await expect(updateButton(page)).toBeVisible()
    expect(await readScriptUrl(page)).toBe(oldScript)

    const reload = page.waitForEvent('load')
    await updateButton(page).click()
    await afterActivation(page, reload)
    await expect.poll(() => readScriptUrl(page)).not.toBe(oldScript)
    const newScript = await readScriptUrl(page)
    server.down(true)
    await page.reload()
    expect(await readScriptUrl(page)).toBe(newScript)
    // In this test the newer build's service worker stores only the shell's files, so only the frame of a screen can show.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Explore', exact: true })).toBeVisible()
    server.down(false)
  },
)

test('a server that returns to an older build updates tabs in the same way, with the typed text', { tag: '@long' }, async ({ page }) => {
  isOtherServed = true
  hasBothBuilds = true
  await studio(page).open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const oldScript = await readScriptUrl(page)
  await studio(page).prompt.fill(PROMPT)
  isOtherServed = false
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const reload = page.waitForEvent('load')
  await updateButton(page).click()
  await afterActivation(page, reload)
  expect(await readScriptUrl(page)).not.toBe(oldScript)
  await expect(studio(page).prompt).toHaveValue(PROMPT)
  await expect(updateButton(page)).toHaveCount(0)
})
