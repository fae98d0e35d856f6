import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { PausedEngine } from '../fixtures/server/test-engines.ts'
import { crash } from './support/crash.ts'
import { recordOwnerChange } from './support/follow-owner.ts'
import { findRenderer } from './support/browser-processes.ts'
import { expectBalance, playFirstVideo, studio } from './support/studio.ts'
import { withoutSharedWorker } from './support/without-workers.ts'

const QUERY_PATH = '/api/v1/ai/i2v/query/batch'
const CLOSED_LIMIT_MS = 1000
const FROZEN_LIMIT_MS = 2000
/**
 * The time limit of the takeover if the owner's process stops: a tab that gets no messages asks the owner after 5 s, and the owner has 1.5
 * s to answer.
 */
const STOPPED_LIMIT_MS = 8000
const POLL_EVERY_MS = 3000

let engine: PausedEngine
let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  engine = server.holdVideos()
})

async function openStudio(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await studio(page).open(server.origin)
  await expectBalance(page, 100)
  return page
}

async function commit(page: Page): Promise<void> {
  await studio(page).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await studio(page).pressGenerate()
  await engine.untilPaused(1)
  await expect.poll(() => server.timesOf(QUERY_PATH).length).toBeGreaterThanOrEqual(1)
}

/** Opens the tab that owns the hub, with a running video, and another tab that shows the video. */
async function openOwnerAndOther(context: BrowserContext): Promise<{ owner: Page; otherTab: Page }> {
  await context.addInitScript(withoutSharedWorker)
  const owner = await openStudio(context)
  const otherTab = await openStudio(context)
  await commit(owner)
  return { owner, otherTab }
}

async function expectTakeover(otherTab: Page, endOwner: () => Promise<void>, withinMs: number): Promise<void> {
  const ownership = await recordOwnerChange(otherTab)
  const lastPollMs = server.timesOf(QUERY_PATH).at(-1) ?? 0
  const endedAtMs = Date.now()
  const pollsBefore = server.timesOf(QUERY_PATH).length
  await endOwner()
  const durationMs = (await ownership.changedAtMs()) - endedAtMs
  console.log(`a new owner after ${durationMs} ms`)
  expect(durationMs).toBeLessThan(withinMs)
  await expect.poll(() => server.timesOf(QUERY_PATH).length).toBeGreaterThan(pollsBefore)
  const nextPollMs = server.timesOf(QUERY_PATH)[pollsBefore] ?? 0
  expect(nextPollMs - lastPollMs).toBeLessThan(Math.max(POLL_EVERY_MS, withinMs) + POLL_EVERY_MS)
  engine.release()
  await playFirstVideo(otherTab)
  expect(engine.seen).toHaveLength(1)
}

test(
  'a closed tab whose worker owned the hub: another worker becomes the owner within a second and continues',
  { tag: '@long' },
  async ({ context }) => {
    const { owner, otherTab } = await openOwnerAndOther(context)
    await expectTakeover(otherTab, () => owner.close(), CLOSED_LIMIT_MS)
  },
)

test(
  'a crashed tab whose worker owned the hub: another worker becomes the owner within a second and continues',
  { tag: '@long' },
  async ({ context }) => {
    const { owner, otherTab } = await openOwnerAndOther(context)
    await expectTakeover(otherTab, () => crash(owner), CLOSED_LIMIT_MS)
  },
)

test(
  'a frozen tab whose worker owned the hub: another worker becomes the owner within two seconds, and the thawed one joins again',
  { tag: '@long' },
  async ({ context, browser }) => {
    const { owner, otherTab } = await openOwnerAndOther(context)
    const pid = await findRenderer(owner, browser)
    const freeze = async () => {
      const hubWorker = owner.workers().find((worker) => worker.url().includes('hub-worker'))
      // Before a browser freezes a tab, it fires `freeze`, and the tab ends its hub worker. SIGSTOP fires no event, so the test first
      // dispatches `freeze` and waits for the worker's end.
      if (hubWorker === undefined) throw new Error('the tab has no worker of its own')
      const workerEnd = hubWorker.waitForEvent('close')
      await owner.evaluate(() => void document.dispatchEvent(new Event('freeze')))
      await workerEnd
      process.kill(pid, 'SIGSTOP')
    }
    await expectTakeover(otherTab, freeze, FROZEN_LIMIT_MS)
    process.kill(pid, 'SIGCONT')
    await owner.evaluate(() => void document.dispatchEvent(new Event('resume')))
    await expect(owner.getByRole('article', { name: /^Video:/ })).toBeVisible()
  },
)

test('a stopped owner is replaced within two seconds of the next press', { tag: '@long' }, async ({ context, browser }) => {
  const { owner, otherTab } = await openOwnerAndOther(context)
  const pid = await findRenderer(owner, browser)
  const stopAndAsk = async () => {
    process.kill(pid, 'SIGSTOP')
    await otherTab.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  await expectTakeover(otherTab, stopAndAsk, FROZEN_LIMIT_MS)
  process.kill(pid, 'SIGCONT')
})

test(
  'a tab whose process stops without an event is replaced, and writes nothing when it continues',
  { tag: '@long' },
  async ({ context, browser }) => {
    const { owner, otherTab } = await openOwnerAndOther(context)
    const pid = await findRenderer(owner, browser)
    await expectTakeover(otherTab, async () => void process.kill(pid, 'SIGSTOP'), STOPPED_LIMIT_MS)
    process.kill(pid, 'SIGCONT')
    await expect(owner.getByRole('article', { name: /^Video:/ })).toBeVisible()
    expect(engine.seen).toHaveLength(1)
  },
)
