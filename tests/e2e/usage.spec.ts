import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { stubGtag } from './support/gtag-stub.ts'
import { collectErrors } from './support/page-errors.ts'
import { playFirstVideo, RENDER_WAIT_MS, studio } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const STUDIO_PATH = '/tools/image-to-video-generator'
const TRACKERS = /\/api\/v1\/track|googletagmanager|google-analytics/
const GTAG_ID = 'G-TEST1234'
const GTAG_SCRIPT = `https://www.googletagmanager.com/gtag/js?id=${GTAG_ID}`
const DENIED_CONSENT = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' }

test.use({ serverOptions: { config: { hasUsageTracker: true, gtagId: GTAG_ID } } })

let server: SharedServer
let gtagCommands: Awaited<ReturnType<typeof stubGtag>>

test.beforeEach(async ({ context, server: sharedServer }) => {
  server = sharedServer
  gtagCommands = await stubGtag(context)
})

interface ReportedEvent {
  readonly name: string
  readonly atMs: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** All events that the server received, ordered by time. */
async function readReportedEvents(page: Page): Promise<readonly ReportedEvent[]> {
  const answer = await page.request.get(`${server.origin}/dev/events?format=json`)
  const { events } = (await answer.json()) as { events: readonly ReportedEvent[] }
  return [...events].sort((one, other) => one.atMs - other.atMs)
}

/** The names of the received events without `web_vital`, whose events arrive at any time. */
async function readReportedNames(page: Page): Promise<readonly string[]> {
  return (await readReportedEvents(page)).map(({ name }) => name).filter((name) => name !== 'web_vital')
}

/** The tracking data that this browser stores: the app's rows and Google's cookies. */
async function readTrackingData(page: Page): Promise<readonly string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'))
  const rows = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^kinora\.usage(?!Consent)/.test(key)))
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  return [...cookies, ...rows, ...databases.filter((name) => /track|usage|analytics/.test(name))]
}

/** The commands that a page sends to Google's script before its first event. */
function firstCommands(path: string, title: string): readonly unknown[] {
  return [
    ['consent', 'default', { ...DENIED_CONSENT, wait_for_update: 500 }],
    ['js', 'now'],
    ['set', { page_location: server.origin + path, page_title: `${title} · Kinora`, page_referrer: `${server.origin}/` }],
    ['config', GTAG_ID, { send_page_view: false }],
    ['consent', 'update', { ...DENIED_CONSENT, analytics_storage: 'granted' }],
  ]
}

/** The page's commands to Google's script, without those for `web_vital`. */
async function readGoogleCommands(page: Page): Promise<readonly (readonly unknown[])[]> {
  return (await gtagCommands(page)).filter(([, name]) => name !== 'web_vital')
}

function collectTrackerUrls(page: Page): string[] {
  const trackerUrls: string[] = []
  page.context().on('request', (request) => {
    if (TRACKERS.test(request.url())) trackerUrls.push(request.url())
  })
  return trackerUrls
}

async function makeVideo(page: Page, text: string): Promise<void> {
  const { drop, prompt, pressGenerate } = studio(page)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 640, height: 480 }) })
  await prompt.fill(text)
  await pressGenerate()
  await playFirstVideo(page)
}

const consentPrompt = (page: Page) => page.getByRole('region', { name: 'Allow usage statistics?' })
const goHome = (page: Page) => page.getByRole('link', { name: 'Home', exact: true }).first().click()

test('before consent and after a refusal no event is sent or stored', { tag: '@long' }, async ({ page }) => {
  const errors = collectErrors(page)
  const trackerUrls = collectTrackerUrls(page)
  await studio(page).open(server.origin)
  await makeVideo(page, 'Slow push in')
  await expect(consentPrompt(page)).toBeHidden()
  await goHome(page)
  await expect(consentPrompt(page)).toBeVisible()
  await expect(consentPrompt(page).getByRole('link', { name: 'Manage choices' })).toHaveAttribute('href', '/ai/setting#privacy')
  expect([trackerUrls, await readTrackingData(page), await gtagCommands(page)]).toEqual([[], [], []])
  await consentPrompt(page).getByRole('button', { name: 'Reject' }).click()
  await expect(consentPrompt(page)).toBeHidden()
  expect(await gtagCommands(page)).toEqual([])
  await page.goto(`${server.origin}/ai/creation`)
  await playFirstVideo(page)
  await page.goto(`${server.origin}/home`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(consentPrompt(page)).toBeHidden()
  expect([trackerUrls, await readTrackingData(page), await readReportedEvents(page)]).toEqual([[], [], []])
  expect(await gtagCommands(page)).toEqual([])
  expect(errors).toEqual([])
})

test(
  'after consent the main job sends each of its events once, and nothing more after the consent is withdrawn',
  { tag: '@long' },
  async ({ page, context }) => {
    const errors = collectErrors(page)
    const loadedScripts: string[] = []
    context.on('request', (request) => {
      if (request.url().startsWith('https://www.googletagmanager.com/')) loadedScripts.push(request.url())
    })
    const googleCommands: (readonly unknown[])[] = []
    await studio(page).open(server.origin)
    await makeVideo(page, 'Slow push in')
    await goHome(page)
    await consentPrompt(page).getByRole('button', { name: 'Allow' }).click()
    await expect(consentPrompt(page)).toBeHidden()
    await expect.poll(() => readReportedNames(page)).toEqual(['page_view'])
    expect(loadedScripts).toEqual([GTAG_SCRIPT])
    expect(await readTrackingData(page)).toEqual(expect.arrayContaining(['_ga', '_ga_TEST1234']))
    googleCommands.push(...(await readGoogleCommands(page)))

    await page.goto(server.origin + STUDIO_PATH)
    await expect.poll(() => readReportedNames(page)).toEqual(['page_view', 'page_view'])
    await makeVideo(page, 'Orbit to the left, ask ann@example.org')
    const namesAfterVideo = ['page_view', 'page_view', 'create_commit', 'create_result']
    await expect.poll(() => readReportedNames(page), { timeout: RENDER_WAIT_MS }).toEqual(namesAfterVideo)
    googleCommands.push(...(await readGoogleCommands(page)))
    await page.goto(`${server.origin}/ai/creation`)
    await expect.poll(() => readReportedNames(page)).toEqual([...namesAfterVideo, 'page_view'])
    await page.getByRole('article').first().getByRole('button', { name: /^Play/ }).click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    await expect.poll(async () => (await readGoogleCommands(page)).at(-1)).toEqual(['event', 'viewer_open', { name: 'creation' }])
    googleCommands.push(...(await readGoogleCommands(page)))
    await page.keyboard.press('Escape')
    // Closing the viewer is a step in the history, which would interrupt the next navigation if the test did not wait for it.
    await expect(page).toHaveURL(`${server.origin}/ai/creation`)
    await page.goto('about:blank')
    await page.goto(`${server.origin}/home?q=Orbit`)
    await expect.poll(() => readReportedNames(page)).toHaveLength(7)
    googleCommands.push(...(await readGoogleCommands(page)))

    const pageView = (path: string, title: string, name: string) => ({
      name: 'page_view',
      fields: { page_path: path, page_location: server.origin + path, page_title: `${title} · Kinora`, name, search: '' },
    })
    const events: readonly Pick<ReportedEvent, 'name' | 'fields'>[] = [
      pageView('/home', 'Home', 'home'),
      pageView(STUDIO_PATH, 'Image to video', 'imageToVideo'),
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
      pageView('/ai/creation', 'Your videos', 'creations'),
      { name: 'viewer_open', fields: { name: 'creation' } },
      pageView('/home', 'Home', 'home'),
    ]
    const reportedEvents = await readReportedEvents(page)
    expect(reportedEvents.filter(({ name }) => name !== 'web_vital').map(({ name, fields }) => ({ name, fields }))).toEqual(events)
    const eventsOfGoogle = events.map(({ name, fields: { prompt: _, ...fields } }) => ['event', name, fields])
    expect(googleCommands).toEqual([
      ...firstCommands('/home', 'Home'),
      ...eventsOfGoogle.slice(0, 1),
      ...firstCommands(STUDIO_PATH, 'Image to video'),
      ...eventsOfGoogle.slice(1, 4),
      ...firstCommands('/ai/creation', 'Your videos'),
      ...eventsOfGoogle.slice(4, 6),
      ...firstCommands('/home', 'Home'),
      ...eventsOfGoogle.slice(6),
    ])
    // Google gets neither the words of a prompt nor the id of a creation.
    expect(JSON.stringify(googleCommands)).not.toMatch(/orbit|example\.org|[\da-f]{8}-[\da-f]{4}-/i)
    const vitalEvents = reportedEvents.filter(({ name }) => name === 'web_vital')
    expect(vitalEvents.length).toBeGreaterThan(0)
    for (const { fields } of vitalEvents) {
      expect(fields).toEqual({
        name: expect.stringMatching(/^(?:CLS|FCP|INP|LCP|TTFB)$/),
        value: expect.any(Number),
        result: expect.stringMatching(/^(?:good|needs-improvement|poor)$/),
      })
    }

    await page.evaluate(() => {
      const storageEvent = new Promise((resolve) => addEventListener('storage', resolve, { once: true }))
      Object.assign(globalThis, { storageEvent })
    })
    const otherTab = await context.newPage()
    await otherTab.goto(`${server.origin}/healthz`)
    await otherTab.evaluate(() => localStorage.setItem('kinora.usageConsent', '"refused"'))
    await page.evaluate(() => (globalThis as unknown as { storageEvent: Promise<unknown> }).storageEvent)
    const trackerUrls = collectTrackerUrls(page)
    await page.bringToFront()
    await expect.poll(async () => (await gtagCommands(page)).at(-1)).toEqual(['consent', 'update', DENIED_CONSENT])
    await page.getByRole('link', { name: 'Explore', exact: true }).first().click()
    await expect(page).toHaveURL(/\/explore$/)
    expect((await gtagCommands(page)).at(-1)).toEqual(['consent', 'update', DENIED_CONSENT])
    await page.goto(`${server.origin}/ai/creation`)
    await playFirstVideo(page)
    expect([trackerUrls, await readTrackingData(page), await gtagCommands(page)]).toEqual([[], [], []])
    expect(errors).toEqual([])
  },
)
