import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { BrowserContext, Page } from '@playwright/test'
import type { Intercept } from '../fixtures/start-test-server.ts'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type PutGate, createPutGate, isPut } from '../fixtures/server/put-gate.ts'
import { crash } from './support/crash.ts'
import { expectStoredOnce, sentBatches } from './support/sent-batches.ts'
import { expectBalance, playFirstVideo, studio, untilNextPressCounts } from './support/studio.ts'
import { withoutSharedWorker } from './support/without-workers.ts'

const PRESIGN_PATH = '/api/v1/file/upload/presign'
const FORM_UPLOAD_PATH = '/api/v1/file/upload'
const COMMIT_PATH = '/api/v1/ai/i2v/gen/custom'
/** A cancelled upload ends within this time, which is far shorter than the timeout of a connection without data. */
const CANCEL_LIMIT_MS = 10_000

let gate: PutGate
let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  gate = createPutGate()
  server.intercept(gate.intercept)
})

async function openStudio(page: Page): Promise<void> {
  await studio(page).open(server.origin)
  await expectBalance(page, 100)
}

async function commit(page: Page, prompt = '', seed = 0): Promise<void> {
  await studio(page).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900, seed }) })
  await studio(page).prompt.fill(prompt)
  await studio(page).pressGenerate()
}

/** Expects one video, one charge, one commit and one stored picture. */
async function expectOneVideo(page: Page): Promise<void> {
  await playFirstVideo(page)
  await expectBalance(page, 50)
  expect(await sentBatches(server)).toHaveLength(1)
  await expectStoredOnce(server)
  expect(server.timesOf(COMMIT_PATH)).toHaveLength(1)
}

for (const percent of [10, 50, 90]) {
  const tag = percent === 50 ? [] : ['@long']
  test(`an upload that is cut off at ${percent} % resumes by itself and is charged once`, { tag }, async ({ page }) => {
    const upload = gate.holdNext(percent / 100)
    await openStudio(page)
    await commit(page)
    await upload.reached
    expect(await sentBatches(server)).toEqual([])
    upload.cut()
    await expectOneVideo(page)
    expect(server.timesOf(PRESIGN_PATH)).toHaveLength(2)
    expect(new Set(gate.puts).size).toBe(2)
  })
}

const CARRIERS = [
  { titleEnd: '', prepare: async () => undefined },
  { titleEnd: ', without shared workers', prepare: (context: BrowserContext) => context.addInitScript(withoutSharedWorker) },
] as const
const ENDINGS = [
  { ending: 'is closed', end: (page: Page) => page.close() },
  { ending: 'crashes', end: crash },
] as const

for (const { titleEnd, prepare } of CARRIERS) {
  for (const { ending, end } of ENDINGS) {
    test(
      `a tab ${ending} in the middle of an upload: the next one resumes by itself${titleEnd}`,
      { tag: '@long' },
      async ({ page, context }) => {
        await prepare(context)
        const upload = gate.holdNext(0.5)
        await openStudio(page)
        await commit(page)
        await upload.reached
        await end(page)
        await expect.poll(() => upload.hasEnded()).toBe(true)
        expect(await sentBatches(server)).toEqual([])
        const nextTab = await context.newPage()
        await studio(nextTab).open(server.origin)
        await expectOneVideo(nextTab)
        expect(new Set(gate.puts).size).toBe(2)
      },
    )
  }
}

test('the same file in two commits is sent once', { tag: '@long' }, async ({ page }) => {
  await openStudio(page)
  await commit(page, 'Pan left')
  await expectBalance(page, 50)
  await untilNextPressCounts(page)
  await commit(page, 'Pan right')
  await expectBothFromOneFile(page)
})

test('the same file in two commits is sent once when the second one is committed during its upload', { tag: '@long' }, async ({ page }) => {
  const upload = gate.holdNext(0.5)
  await openStudio(page)
  await commit(page, 'Pan left')
  await upload.reached
  await untilNextPressCounts(page)
  await commit(page, 'Pan right')
  await expect(studio(page).work.getByRole('article')).toHaveCount(2)
  upload.release()
  await expectBothFromOneFile(page)
})

async function expectBothFromOneFile(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: /^Video: Pan/ })).toHaveCount(2)
  await expectBalance(page, 0)
  expect(gate.puts).toHaveLength(1)
  const [firstBatch, secondBatch] = await sentBatches(server)
  expect([firstBatch?.prompt, secondBatch?.prompt]).toEqual(['Pan left', 'Pan right'])
  expect(firstBatch?.images).toEqual(secondBatch?.images)
  await expectStoredOnce(server)
}

for (const surface of ['card', 'sheet'] as const) {
  test(`cancelling on the ${surface} stops an upload at once, and nothing is charged`, { tag: '@long' }, async ({ page }) => {
    const upload = gate.holdNext(0.5)
    await openStudio(page)
    await commit(page, 'Never sent')
    await upload.reached
    const card = page.getByRole('article', { name: 'In progress: Never sent' })
    await cancelVideo(page, surface)
    await expect.poll(() => upload.hasEnded(), { timeout: CANCEL_LIMIT_MS }).toBe(true)
    await expect(card).toHaveCount(0)
    await untilNextPressCounts(page)
    await commit(page, 'Sent instead', 1)
    await expectOneVideo(page)
    expect((await sentBatches(server)).map(({ prompt }) => prompt)).toEqual(['Sent instead'])
  })
}

async function cancelVideo(page: Page, surface: 'card' | 'sheet'): Promise<void> {
  const card = page.getByRole('article', { name: /^In progress:/ })
  if (surface === 'card') return card.getByRole('button', { name: 'Cancel · no points used' }).click()
  await page.getByRole('button', { name: /in progress\. Show it/ }).click()
  const uploadingRegion = page.getByRole('dialog', { name: 'Video progress' }).getByRole('region', { name: 'Uploading' })
  await uploadingRegion.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
}

const BLOCKERS: readonly { readonly fault: string; readonly block: Intercept }[] = [
  { fault: 'is refused by something on the way', block: async () => new Response(null, { status: 405 }) },
  {
    fault: 'never gets an answer',
    block: async (_request, _forward, socket) => {
      socket.resetAndDestroy()
      return new Response(null, { status: 503 })
    },
  },
]

for (const { fault, block } of BLOCKERS) {
  test(`where each PUT ${fault} the picture is sent in a form and the video is made`, { tag: '@long' }, async ({ page }) => {
    server.intercept((request, ...rest) => (isPut(request) ? block(request, ...rest) : rest[0](request)))
    await openStudio(page)
    await commit(page)
    await expectOneVideo(page)
    expect(server.timesOf(FORM_UPLOAD_PATH)).toHaveLength(1)
  })
}
