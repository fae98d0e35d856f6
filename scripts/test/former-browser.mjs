import { chromium, expect } from '@playwright/test'
import sharp from 'sharp'
import { findChrome } from '../find-chrome.mjs'

const PROMPT = 'Pan right over the lake'
/** The names of fields in former builds and in this one. */
const PROMPT_FIELD = /^(?:How should it move\?|Describe the motion)$/
const EMAIL_FIELD = /^E-?mail$/i
const OFFLINE_SWITCH = /^(?:Keep on this device|Store offline)$/
const DRAFT_TEXT = 'What was never sent'
const PASSWORD = 'a calm long password'
const STUDIO_PATH = '/tools/image-to-video-generator'
const RENDER_WAIT_MS = 120_000
const WAIT_MS = 30_000

/** Creates an account in a new browser profile, with an offline video, a draft with its picture, and an open order. */
export async function fillBrowser({ profile, origin }) {
  return withBrowserPage(profile, async (page) => {
    await signUp(page, origin)
    await makeVideo(page, origin)
    await page.getByRole('textbox', { name: PROMPT_FIELD }).fill(DRAFT_TEXT)
    await page
      .getByRole('article', { name: `Video: ${PROMPT}` })
      .getByRole('button', { name: /^Play/ })
      .click()
    await offlineSwitch(page).check()
    await page.getByText(/on this device since/).waitFor()
    const video = new URL(page.url()).pathname
    await page.goto(`${origin}/pricing`)
    await page.getByRole('button', { name: 'Buy 100 points', exact: true }).click()
    await page.frameLocator('iframe[title="Checkout"]').getByRole('button', { name: 'Pay 4.99 USD' }).waitFor()
    return { video, keys: await storedKeys(page), summary: 'a video kept on the device, a draft with its picture, an open order' }
  })
}

/** The data that the build at `origin` has lost, as sentences. */
export async function findLosses({ profile, origin, storedData }) {
  await loadNewest(profile, origin)
  return withBrowserPage(profile, async (page) => {
    await expectNewest(page, origin)
    const losses = []
    const expectData = async (dataName, check) =>
      check().catch((error) => losses.push(`${dataName}: ${String(error.message).split('\n')[0]}`))
    await page.goto(origin + STUDIO_PATH)
    await expectData('the words of the draft', () => expect(page.getByRole('textbox', { name: PROMPT_FIELD })).toHaveValue(DRAFT_TEXT))
    await expectData('the picture of the draft', () =>
      page
        .getByRole('region', { name: 'New video' })
        .getByRole('button', { name: /^Remove/ })
        .waitFor(),
    )
    await expectData('the open order', async () => {
      await page.goto(`${origin}/ai/creation`)
      await page.getByRole('heading', { name: 'Unfinished purchase' }).waitFor()
    })
    await expectData('the video in the history', () =>
      page
        .getByRole('article', { name: `Video: ${PROMPT}` })
        .first()
        .waitFor(),
    )
    const keys = new Set(await storedKeys(page))
    losses.push(...storedData.keys.filter((key) => !keys.has(key)).map((key) => `the record ${key}`))
    await page.context().setOffline(true)
    await expectData('the kept video, without a network', async () => {
      await page.goto(origin + storedData.video)
      await expect(offlineSwitch(page)).toBeChecked({ timeout: WAIT_MS })
      const video = page.getByRole('dialog').locator('video')
      await expect.poll(() => video.evaluate((element) => element.readyState), { timeout: WAIT_MS }).toBeGreaterThan(1)
    })
    return losses
  })
}

async function withBrowserPage(profile, work) {
  const executablePath = findChrome()
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    viewport: { width: 1280, height: 900 },
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  context.setDefaultTimeout(WAIT_MS)
  try {
    return await work(context.pages()[0] ?? (await context.newPage()))
  } finally {
    await context.close()
  }
}

/**
 * Loads the page until it runs the newest build. The service worker of the former build answers first. The newer service worker is
 * activated, as if the user had accepted the page's update offer.
 */
async function loadNewest(profile, origin) {
  await withBrowserPage(profile, async (page) => {
    await page.goto(`${origin}/home`)
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
    })
    const hasWaitingWorker = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
    await expect.poll(hasWaitingWorker, { timeout: WAIT_MS }).toBe(true)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting.postMessage({ type: 'SKIP_WAITING' }))
    await expect.poll(() => hasWaitingWorker().catch(() => true), { timeout: WAIT_MS }).toBe(false)
  })
}

/** Fails unless the page runs the script that is in the server's HTML. */
async function expectNewest(page, origin) {
  await page.goto(`${origin}/home`)
  const script = await page.evaluate(() => new URL(document.querySelector('script[type="module"][src]').src).pathname)
  const servedHtml = await (await fetch(`${origin}/home`)).text()
  expect(servedHtml.includes(script), 'the newer build runs').toBe(true)
}

async function makeVideo(page, origin) {
  await page.goto(origin + STUDIO_PATH)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByRole('region', { name: 'New video' }).waitFor()
  const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#4488aa' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type="file"]').first().setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('textbox', { name: PROMPT_FIELD }).fill(PROMPT)
  const generate = page.getByRole('button', { name: /^Generate · \d+ points$/ })
  await expect(generate).toBeEnabled({ timeout: RENDER_WAIT_MS })
  await generate.click()
  await page
    .getByRole('article', { name: `Video: ${PROMPT}` })
    .getByRole('button', { name: /^Play/ })
    .waitFor({ timeout: RENDER_WAIT_MS })
}

async function signUp(page, origin) {
  const email = `${crypto.randomUUID()}@example.org`
  const pressButton = (name) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await page.goto(`${origin}/signup`)
  await page.getByLabel(EMAIL_FIELD).fill(email)
  await pressButton('Continue')
  await page.getByLabel('Code', { exact: true }).waitFor()
  const { messages } = await (await fetch(`${origin}/dev/mail?format=json`)).json()
  await page.getByLabel('Code', { exact: true }).fill(/^\d{6}$/m.exec(messages.find(({ to }) => to === email).body)[0])
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Last name').fill('Onymous')
  await page.getByLabel(/^(?:New password|Password)$/).fill(PASSWORD)
  await pressButton('Create account')
  await page.getByRole('button', { name: 'Your account' }).waitFor()
}

function offlineSwitch(page) {
  return page.getByRole('switch', { name: OFFLINE_SWITCH })
}

/** The keys of all records and offline files. */
function storedKeys(page) {
  return page.evaluate(async () => {
    const resultOf = (request) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const keys = []
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const recordKeys = await resultOf(database.transaction(store).objectStore(store).getAllKeys())
        keys.push(...recordKeys.map((key) => `${name}/${store}/${key}`))
      }
      database.close()
    }
    const videoCache = await caches.open('kept-videos')
    for (const { url } of await videoCache.keys()) keys.push(`kept-videos/${new URL(url).pathname}`)
    return keys
  })
}
