import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { BuiltServer } from './built-server.ts'
import { startBuiltServer } from './built-server.ts'
import { collectErrors } from './page-errors.ts'
import { playFirstVideo, RENDER_WAIT_MS, studio } from './studio.ts'

const STUDIO_PATH = '/tools/image-to-video-generator'
const TRACKERS = /\/api\/v1\/track|googletagmanager|google-analytics/

let server: BuiltServer

test.beforeAll(async () => {
  server = await startBuiltServer({ USAGE_TRACKER: 'on' })
})

test.afterAll(async () => {
  await server.dispose()
})

interface Told {
  readonly name: string
  readonly atMs: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** Everything the server was told, in the order in which it happened. */
async function everythingTold(page: Page): Promise<readonly Told[]> {
  const answer = await page.request.get(`${server.origin}/dev/events?format=json`)
  const { events } = (await answer.json()) as { events: readonly Told[] }
  return [...events].sort((one, other) => one.atMs - other.atMs)
}

/** The events but for the speeds, which come when the browser has measured them. */
async function toldNames(page: Page): Promise<readonly string[]> {
  return (await everythingTold(page)).map(({ name }) => name).filter((name) => name !== 'web_vital')
}

/** What this browser keeps for a tracker: rows of ours, cookies of Google. */
async function keptForTrackers(page: Page): Promise<readonly string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'))
  const rows = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^kinora\.usage(?!Consent)/.test(key)))
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  return [...cookies, ...rows, ...databases.filter((name) => /track|usage|analytics/.test(name))]
}

function followTrackers(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (TRACKERS.test(request.url())) asked.push(request.url())
  })
  return asked
}

async function makeVideo(page: Page, words: string): Promise<void> {
  const { drop, prompt, pressGenerate } = studio(page)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 640, height: 480 }) })
  await prompt.fill(words)
  await pressGenerate()
  await playFirstVideo(page)
}

const question = (page: Page) => page.getByRole('region', { name: 'May Kinora learn from how it is used?' })
const goHome = (page: Page) => page.getByRole('link', { name: 'Home', exact: true }).first().click()

test('before consent and after a no nothing is told or kept', async ({ page }) => {
  const errors = collectErrors(page)
  const asked = followTrackers(page)
  await studio(page).open(server.origin)
  await makeVideo(page, 'Slow push in')
  await expect(question(page)).toBeHidden()
  await goHome(page)
  await expect(question(page)).toBeVisible()
  await expect(question(page).getByRole('link', { name: 'Choose' })).toHaveAttribute('href', '/ai/setting#privacy')
  expect([asked, await keptForTrackers(page)]).toEqual([[], []])
  await question(page).getByRole('button', { name: 'Refuse' }).click()
  await expect(question(page)).toBeHidden()
  await page.goto(`${server.origin}/ai/creation`)
  await playFirstVideo(page)
  await page.goto(`${server.origin}/home`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect([asked, await keptForTrackers(page), await everythingTold(page)]).toEqual([[], [], []])
  expect(errors).toEqual([])
})

test('after consent the main job tells its events, each once, and nothing more after it is taken back', async ({ page, context }) => {
  const errors = collectErrors(page)
  await studio(page).open(server.origin)
  await makeVideo(page, 'Slow push in')
  await goHome(page)
  await question(page).getByRole('button', { name: 'Allow' }).click()
  await expect(question(page)).toBeHidden()
  await expect.poll(() => toldNames(page)).toEqual(['page_view'])

  await page.goto(server.origin + STUDIO_PATH)
  await expect.poll(() => toldNames(page)).toEqual(['page_view', 'page_view'])
  await makeVideo(page, 'Orbit to the left, ask ann@example.org')
  const made = ['page_view', 'page_view', 'create_commit', 'create_result']
  await expect.poll(() => toldNames(page), { timeout: RENDER_WAIT_MS }).toEqual(made)
  await page.goto(`${server.origin}/ai/creation`)
  await expect.poll(() => toldNames(page)).toEqual([...made, 'page_view'])
  await page.getByRole('article').first().getByRole('button', { name: /^Play/ }).click()
  await expect(page.locator('dialog[open]')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('about:blank')
  await page.goto(`${server.origin}/home`)
  await expect.poll(() => toldNames(page)).toHaveLength(7)

  const view = (path: string, title: string, name: string) => ({
    name: 'page_view',
    fields: { page_path: path, page_location: server.origin + path, page_title: `${title} · Kinora`, name, search: '' },
  })
  const told = await everythingTold(page)
  expect(told.filter(({ name }) => name !== 'web_vital').map(({ name, fields }) => ({ name, fields }))).toEqual([
    view('/home', 'Home', 'home'),
    view(STUDIO_PATH, 'Image to video', 'imageToVideo'),
    {
      name: 'create_commit',
      fields: {
        name: 'image',
        prompt: 'Orbit to the left, ask …',
        parameter_time: '6s',
        setting_video: '720p',
        setting_number: 1,
        relevance: 0.5,
        checkcredits: 'enough',
      },
    },
    { name: 'create_result', fields: { name: 'image', result: 'success' } },
    view('/ai/creation', 'Creations', 'creations'),
    { name: 'viewer_open', fields: { name: 'creation' } },
    view('/home', 'Home', 'home'),
  ])
  const vitals = told.filter(({ name }) => name === 'web_vital')
  expect(vitals.length).toBeGreaterThan(0)
  for (const { fields } of vitals) {
    expect(fields).toEqual({
      name: expect.stringMatching(/^(?:CLS|FCP|INP|LCP|TTFB)$/),
      value: expect.any(Number),
      result: expect.stringMatching(/^(?:good|needs-improvement|poor)$/),
    })
  }

  await page.evaluate(() => {
    const heard = new Promise((resolve) => addEventListener('storage', resolve, { once: true }))
    Object.assign(globalThis, { heard })
  })
  const other = await context.newPage()
  await other.goto(`${server.origin}/healthz`)
  await other.evaluate(() => localStorage.setItem('kinora.usageConsent', '"refused"'))
  await page.evaluate(() => (globalThis as unknown as { heard: Promise<unknown> }).heard)
  const asked = followTrackers(page)
  await page.bringToFront()
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click()
  await expect(page).toHaveURL(/\/explore$/)
  await page.goto(`${server.origin}/ai/creation`)
  await playFirstVideo(page)
  expect([asked, await keptForTrackers(page)]).toEqual([[], []])
  expect(errors).toEqual([])
})
