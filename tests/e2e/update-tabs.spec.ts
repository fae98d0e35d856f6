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

const COMMIT = '/api/v1/ai/i2v/gen/custom'
const PROMPT = 'the mist drifts on'

let server: TestServer
let other: OtherBuild
let isOther = false
let hasBoth = false
let letUploadsThrough = (): void => undefined
let uploads: Promise<void> | undefined
let uploadBegan: Promise<void> | undefined
let tellUploadBegan = (): void => undefined

test.beforeAll(async () => {
  other = await makeOtherBuild(path.resolve(import.meta.dirname, '../../dist/client'))
  server = await startTestServer({
    intercept: async (request, forward) => {
      if (isPut(request)) {
        tellUploadBegan()
        await uploads
      }
      const { pathname } = new URL(request.url)
      const isPage = request.headers.get('accept')?.includes('text/html') === true
      if (request.method !== 'GET') return forward(request)
      if (pathname === '/sw.js') {
        const script = isOther ? other.answer(pathname) : await forward(new Request(request.url))
        return watchedWorker((await script?.text()) ?? '')
      }
      if (!isOther) return (hasBoth ? other.answer(pathname.startsWith('/assets/') ? pathname : '') : undefined) ?? forward(request)
      // The server now has no file of the earlier build.
      return (
        other.answer(isPage ? '/index.html' : pathname) ??
        (pathname.startsWith('/assets/') ? new Response(null, { status: 404 }) : forward(request))
      )
    },
  })
})

test.afterAll(async () => {
  await server.close()
})

test.beforeEach(() => {
  isOther = false
  hasBoth = false
  uploads = new Promise((resolve) => {
    letUploadsThrough = resolve
  })
  uploadBegan = new Promise((resolve) => {
    tellUploadBegan = resolve
  })
})

const load = (page: Page) => page.getByRole('button', { name: 'Update now' })
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }))
const isSame = (page: Page) => page.evaluate(() => 'isSamePage' in window)
const scriptOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')
const oldScripts = async (page: Page, script: string) => page.evaluate(async (url) => (await caches.match(url)) !== undefined, script)

/** Opens a tab of the old build with an uploading picture and words in its form, while a newer build is installed in the background. */
async function openOldTab(page: Page): Promise<void> {
  await studio(page).open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await studio(page).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await studio(page).pressGenerate()
  await uploadBegan
  await studio(page).prompt.fill(PROMPT)
  await mark(page)
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
    const before = await scriptOf(page)
    isOther = true
    const second = await context.newPage()
    const network = await context.newCDPSession(second)
    await network.send('Network.enable')
    await network.send('Network.setBypassServiceWorker', { bypass: true })
    await second.goto(`${server.origin}/pricing`)
    await network.send('Network.setBypassServiceWorker', { bypass: false })
    expect(await scriptOf(second)).not.toBe(before)
    await mark(second)
    await load(second).click()
    await expect(second.getByText('as soon as your new videos have started')).toBeVisible()
    await expect(load(page)).toBeVisible()
    await expectLazyPage(page, 'Explore', /explore/i)
    expect([await isSame(page), await isSame(second)]).toEqual([true, true])

    const reloaded = page.waitForEvent('load')
    letUploadsThrough()
    await afterActivation(page, reloaded)
    await expect(async () => expect(await scriptOf(page)).toBe(await scriptOf(second))).toPass({ timeout: 30_000 })
    await studio(page).open(server.origin)
    await expect(studio(page).prompt).toHaveValue(PROMPT)
    await expect(load(page)).toHaveCount(0)
    expect(server.timesOf(COMMIT)).toHaveLength(1)
  },
)

test(
  'a tab that a newer build updates during an upload retains its parts, and continues it afterwards',
  { tag: '@long' },
  async ({ page }) => {
    await openOldTab(page)
    const before = await scriptOf(page)
    isOther = true
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(load(page)).toBeVisible()
    const replaced = page.evaluate(async () => {
      const change = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      const registration = await navigator.serviceWorker.getRegistration()
      registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
      await change
    })
    await afterActivation(page, replaced)
    await expectLazyPage(page, 'Explore', /explore/i)
    expect(await isSame(page)).toBe(true)
    const reloaded = page.waitForEvent('load')
    letUploadsThrough()
    await reloaded
    expect(await scriptOf(page)).not.toBe(before)
    await expect.poll(() => oldScripts(page, before)).toBe(false)
  },
)

test(
  'a waiting build retains its files while pages of the old build open and close, and starts without the server',
  { tag: '@long' },
  async ({ page }) => {
    await studio(page).open(server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const before = await scriptOf(page)
    isOther = true
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(load(page)).toBeVisible()
    await page.reload()
    await expect(load(page)).toBeVisible()
    expect(await scriptOf(page)).toBe(before)

    const reloaded = page.waitForEvent('load')
    await load(page).click()
    await afterActivation(page, reloaded)
    await expect.poll(() => scriptOf(page)).not.toBe(before)
    const after = await scriptOf(page)
    server.down(true)
    await page.reload()
    expect(await scriptOf(page)).toBe(after)
    // In this test the newer build's service worker stores only the shell's files, so only the frame of a screen can show.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Explore', exact: true })).toBeVisible()
    server.down(false)
  },
)

test('a server that returns to an older build updates tabs in the same way, with the typed text', { tag: '@long' }, async ({ page }) => {
  isOther = true
  hasBoth = true
  await studio(page).open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const before = await scriptOf(page)
  await studio(page).prompt.fill(PROMPT)
  isOther = false
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const reloaded = page.waitForEvent('load')
  await load(page).click()
  await afterActivation(page, reloaded)
  expect(await scriptOf(page)).not.toBe(before)
  await expect(studio(page).prompt).toHaveValue(PROMPT)
  await expect(load(page)).toHaveCount(0)
})
