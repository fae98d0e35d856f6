import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { PausedEngine } from '../fixtures/server/test-engines.ts'
import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { startBuiltServer } from './support/built-server.ts'
import { endSharedWorkers } from './support/browser-processes.ts'
import { crash } from './support/crash.ts'
import { expectBalance, playFirstVideo, RENDER_WAIT_MS, studio, userToken } from './support/studio.ts'
import { withoutAnyWorker } from './support/without-workers.ts'

const COMMIT_PATH = '/api/v1/ai/i2v/gen/custom'
const QUERY_PATH = '/api/v1/ai/i2v/query/batch'

test(
  'a server killed during the render resumes it after its restart, and the ledger sums up',
  { tag: '@long' },
  async ({ page, context }) => {
    const server = await startBuiltServer()
    const { open, drop, pressGenerate, work } = studio(page)
    await open(server.origin)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 2400, height: 1600 }) })
    await pressGenerate()
    await expect(work.getByText('Rendering')).toBeVisible({ timeout: RENDER_WAIT_MS })
    await server.restart()
    await playFirstVideo(page)
    await expectBalance(page, 50)

    const ledger = await readLedger(server.origin, await userToken(context))
    expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['settle', 0],
      ['hold', -50],
      ['grant', 100],
    ])
    expect(ledger[0]?.balance).toBe(50)
    await server.dispose()
  },
)

test('words typed right before a reload are there after it', async ({ page, server }) => {
  const { open, prompt } = studio(page)
  await open(server.origin)
  await prompt.evaluate((field: HTMLTextAreaElement) => {
    // Sets the value by the prototype's setter. The element's own setter is React's, and React would then ignore the event as no change.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', 'slow push in, rain', field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    location.reload()
  })
  await expect(prompt).toHaveValue('slow push in, rain')
  await page.reload()
  await expect(prompt).toHaveValue('slow push in, rain')
})

test.describe('with a paused engine', () => {
  let engine: PausedEngine
  let server: SharedServer

  test.beforeEach(({ server: sharedServer }) => {
    server = sharedServer
    engine = server.holdVideos()
  })

  async function commit(page: Page): Promise<void> {
    const { open, drop, pressGenerate } = studio(page)
    await open(server.origin)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await pressGenerate()
  }

  async function expectOneVideo(context: BrowserContext): Promise<void> {
    await engine.untilPaused(1)
    engine.release()
    const page = await context.newPage()
    await studio(page).open(server.origin)
    await playFirstVideo(page)
    expect(server.timesOf(COMMIT_PATH).length).toBeGreaterThanOrEqual(1)
    expect(engine.seen).toHaveLength(1)
    await expectBalance(page, 50)
  }

  test('a tab that reloads right after the press loses nothing', { tag: '@long' }, async ({ page, context }) => {
    await commit(page)
    await expect(studio(page).work.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(studio(page).work.getByRole('article')).toHaveCount(1)
    await expectOneVideo(context)
  })

  test('a tab that is closed right after the press loses nothing', async ({ page, context }) => {
    await commit(page)
    await expect(studio(page).work.getByRole('article')).toHaveCount(1)
    await page.close()
    const nextTab = await context.newPage()
    await studio(nextTab).open(server.origin)
    await expectOneVideo(context)
  })

  test(
    'a tab that crashes while the video is made loses nothing, and another tab continues',
    { tag: '@long' },
    async ({ page, context }) => {
      const otherTab = await context.newPage()
      await commit(page)
      await engine.untilPaused(1)
      await studio(otherTab).open(server.origin)
      await expect(studio(otherTab).work.getByRole('article')).toHaveCount(1)
      await crash(page)
      engine.release()
      await playFirstVideo(otherTab)
      expect(engine.seen).toHaveLength(1)
    },
  )

  test('the browser ends the shared worker: the tabs show the same list, nothing is sent twice and the video arrives', async ({
    page,
    context,
    browser,
  }) => {
    const otherTab = await context.newPage()
    await studio(otherTab).open(server.origin)
    await commit(page)
    await engine.untilPaused(1)
    await expect.poll(() => server.timesOf(QUERY_PATH).length).toBeGreaterThanOrEqual(1)
    await endSharedWorkers(browser)
    for (const tab of [page, otherTab]) await expect(studio(tab).work.getByRole('article')).toHaveCount(1)
    engine.release()
    await playFirstVideo(otherTab)
    expect(engine.seen).toHaveLength(1)
    await expectBalance(page, 50)
  })

  test('where no worker starts the page itself runs the hub', { tag: '@long' }, async ({ page, context }) => {
    await context.addInitScript(withoutAnyWorker)
    const otherTab = await context.newPage()
    await studio(otherTab).open(server.origin)
    await commit(page)
    await engine.untilPaused(1)
    await expect.poll(() => server.timesOf(QUERY_PATH).length).toBeGreaterThanOrEqual(1)
    await expect(studio(otherTab).work.getByRole('article')).toHaveCount(1)
    await otherTab.close()
    engine.release()
    await playFirstVideo(page)
    expect(engine.seen).toHaveLength(1)
  })

  test(
    'a commit that is made while the server is away waits visibly and is sent once when it is back',
    { tag: '@long' },
    async ({ page, context }) => {
      const { open, drop, pressGenerate, generateButton, work } = studio(page)
      await open(server.origin)
      await expectBalance(page, 100)
      await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
      await expect(generateButton).toBeEnabled({ timeout: RENDER_WAIT_MS })
      server.down(true)
      await pressGenerate()
      await expect(work.getByText(/waiting for/i)).toBeVisible()
      await page.close()
      server.down(false)
      await studio(await context.newPage()).open(server.origin)
      await expectOneVideo(context)
    },
  )
})

async function readLedger(origin: string, token: string) {
  const { createApiClient } = await import('#shared/api/client.ts')
  const { SIGNATURE_KEY } = await import('#shared/api/common-params.ts')
  const { getLedger } = await import('#shared/api/user.ts')
  const callerParams = {
    deviceSize: '',
    language: 'en',
    userToken: token,
    appInstanceId: '',
    appVersion: '',
    appPackage: '',
    businessUserId: '',
  }
  const client = createApiClient({
    fetch: (path, init) => fetch(new URL(path as string, origin), init),
    nowMs: Date.now,
    signKey: SIGNATURE_KEY,
    readCallerParams: async () => callerParams,
  })
  const answer = await client.call(getLedger, {})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value.data
}
