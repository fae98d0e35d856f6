import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Locator, Page } from '@playwright/test'
import type { Intercept } from '../fixtures/start-test-server.ts'
import { expect, test } from './support/test.ts'
import path from 'node:path'
import sharp from 'sharp'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { expectStoredOnce, sentBatches, storedPictures } from './support/sent-batches.ts'
import { expectBalance, playFirstVideo, studio, untilNextPressCounts } from './support/studio.ts'
import { withoutSharedWorker } from './support/without-workers.ts'
import { repeatWakeMessage } from './support/network-back.ts'

test.use({ serviceWorkers: 'allow' })

const COMMIT_PATH = '/api/v1/ai/i2v/gen/custom'
const GRID_SIDE = 24
/** Enough time to render three videos, one after the other. */
const VIDEOS_WAIT_MS = 60_000
/** The limit of the mean pixel difference (0 to 255) between two encodings of one picture. Two different pictures differ by more. */
const ALIKE_LIMIT = 4

let server: SharedServer
let isAway: boolean
/** The number of requests while the server was down. */
let lostRequests: number

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  ;[isAway, lostRequests] = [false, 0]
  const intercept: Intercept = async (request, forward, socket) => {
    if (!isAway) return forward(request)
    lostRequests += 1
    socket.destroy()
    return new Response(null, { status: 503 })
  }
  server.config.welcomePointsVisitor = 200
  server.intercept(intercept)
})

/** Opens the screen, and makes the server unreachable once all data is loaded. */
async function openAndLoseServer(page: Page): Promise<void> {
  await studio(page).open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expectBalance(page, 200)
  isAway = true
}

async function addPicture(page: Page, bytes: Buffer, name: string): Promise<void> {
  await studio(page).drop({ name, bytes })
  await expect(page.getByRole('img', { name: new RegExp(name) })).toBeVisible()
}

/** The stored prompt of the form in this browser. */
function readStoredPrompt(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () =>
      new Promise<string | undefined>((resolve, reject) => {
        const openRequest = indexedDB.open('kinora-drafts')
        openRequest.addEventListener('error', () => reject(new Error('the drafts cannot be opened')))
        openRequest.addEventListener('success', () => {
          const getRequest = openRequest.result.transaction('records').objectStore('records').get('image-to-video')
          getRequest.addEventListener('success', () => {
            openRequest.result.close()
            resolve((getRequest.result as { data: { settings: { prompt: string } } } | undefined)?.data.settings.prompt)
          })
        })
      }),
  )
}

for (const carrier of ['a shared worker', 'a worker of the tab']) {
  test(
    `a commit made offline arrives once, with its original picture and words, stored by ${carrier}`,
    { tag: carrier === 'a shared worker' ? [] : '@long' },
    async ({ page, context }) => {
      if (carrier !== 'a shared worker') await context.addInitScript(withoutSharedWorker)
      const [firstPhoto, secondPhoto] = [
        await makePhoto({ width: 1200, height: 900, seed: 1 }),
        await makePhoto({ width: 1200, height: 900, seed: 2 }),
      ]
      const { prompt, pressGenerate, work } = studio(page)
      await openAndLoseServer(page)
      await addPicture(page, firstPhoto, 'first.jpg')
      await prompt.fill('Pan left')
      await pressGenerate()
      await expect(work.getByText('Waiting for a connection')).toBeVisible()
      await addPicture(page, secondPhoto, 'second.jpg')
      await prompt.fill('Something else')
      await expect.poll(() => readStoredPrompt(page)).toBe('Something else')
      await page.close()
      isAway = false

      const nextTab = await context.newPage()
      await studio(nextTab).open(server.origin)
      await expect(studio(nextTab).prompt).toHaveValue('Something else')
      await playFirstVideo(nextTab)
      await expectBalance(nextTab, 150)
      expect(server.timesOf(COMMIT_PATH)).toHaveLength(1)
      expect((await sentBatches(server)).map((batch) => batch.prompt)).toEqual(['Pan left'])
      await expectStoredOnce(server)
      const storedFile = await findOnlyPicture()
      expect(await meanDifference(storedFile, firstPhoto)).toBeLessThan(ALIKE_LIMIT)
      expect(await meanDifference(storedFile, secondPhoto)).toBeGreaterThan(ALIKE_LIMIT)
    },
  )
}

/** The path of the stored picture that the only batch uses. */
async function findOnlyPicture(): Promise<string> {
  const [picture] = await storedPictures(server)
  const [batch] = await sentBatches(server)
  expect(batch?.images).toEqual([picture?.name])
  return path.join(server.dataDir, 'media', picture?.name.slice(0, 2) ?? '', picture?.name ?? '')
}

async function meanDifference(a: string | Buffer, b: string | Buffer): Promise<number> {
  const [one, other] = await Promise.all(
    [a, b].map((picture) => sharp(picture).rotate().resize(GRID_SIDE, GRID_SIDE, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
  )
  const sum = one?.reduce((total, value, index) => total + Math.abs(value - (other?.[index] ?? 0)), 0) ?? 0
  return sum / (one?.length ?? 1)
}

test(
  'waiting commits are changed, moved and cancelled in the sheet, and the rest arrives in that order',
  { tag: '@long' },
  async ({ page }) => {
    await openAndLoseServer(page)
    const { prompt, pressGenerate, work } = studio(page)
    await addPicture(page, await makePhoto({ width: 900, height: 600 }), 'photo.jpg')
    for (const [index, promptText] of ['One', 'Two', 'Three'].entries()) {
      await prompt.fill(promptText)
      await pressGenerate()
      await expect(work.getByRole('article')).toHaveCount(index + 1)
      await untilNextPressCounts(page)
    }
    await page.getByRole('button', { name: '3 videos waiting for a connection. Show them' }).click()
    const waitingRows = page.getByRole('dialog', { name: 'Video progress' }).getByRole('region', { name: 'Waiting' }).getByRole('listitem')
    await expectOrder(waitingRows, ['One', 'Two', 'Three'])

    await editCommit(page, waitingRows.filter({ hasText: 'One' }))
    await expectOrder(waitingRows, ['One, but other words', 'Two', 'Three'])
    await waitingRows.filter({ hasText: 'Three' }).getByRole('button', { name: 'Move up in line' }).click()
    await expectOrder(waitingRows, ['One, but other words', 'Three', 'Two'])
    await waitingRows.filter({ hasText: 'Three' }).getByRole('button', { name: 'Move up in line' }).click()
    await expectOrder(waitingRows, ['Three', 'One, but other words', 'Two'])
    await waitingRows.filter({ hasText: 'Two' }).getByRole('button', { name: 'Cancel' }).click()
    await expectOrder(waitingRows, ['Three', 'One, but other words'])

    isAway = false
    await repeatWakeMessage(page)
    await expect(page.getByRole('article', { name: /^Video:/, includeHidden: true })).toHaveCount(3, { timeout: VIDEOS_WAIT_MS })
    const batches = (await sentBatches(server)).map((batch) => [batch.prompt, batch.duration, batch.resolution, batch.videoNum])
    expect(batches).toEqual([
      ['Three', '6s', '720p', 1],
      ['One, but other words', '4s', '480p', 2],
    ])
    expect(server.timesOf(COMMIT_PATH)).toHaveLength(2)
    await page.keyboard.press('Escape')
    await expectBalance(page, 50)
  },
)

test(
  'a commit that is sent during its edit shows that it was sent unchanged, and the words can be used again',
  { tag: '@long' },
  async ({ page }) => {
    await openAndLoseServer(page)
    const { prompt, pressGenerate, work } = studio(page)
    await addPicture(page, await makePhoto({ width: 900, height: 600 }), 'photo.jpg')
    await prompt.fill('As it stood')
    await pressGenerate()
    await expect(work.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: '1 video waiting for a connection. Show it' }).click()
    const sheet = page.getByRole('dialog', { name: 'Video progress' })
    await sheet.getByRole('button', { name: 'Edit' }).click()
    await sheet.getByRole('textbox', { name: 'Describe the motion' }).fill('Quite other words')
    isAway = false
    await repeatWakeMessage(page)
    await expect(page.getByText("We've already started this video, so it can't be changed.")).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.getByRole('button', { name: 'Earlier prompts' }).click()
    await expect(page.getByText('Quite other words')).toBeVisible()
    await expect.poll(async () => (await sentBatches(server)).map((batch) => batch.prompt)).toEqual(['As it stood'])
  },
)

async function editCommit(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('region', { name: 'Edit this video' })
  await form.getByRole('textbox', { name: 'Describe the motion' }).fill('One, but other words')
  const lostBefore = lostRequests
  await repeatWakeMessage(page)
  await expect.poll(() => lostRequests).toBeGreaterThan(lostBefore)
  await form.getByRole('radio', { name: '4 s' }).check()
  await form.getByRole('radio', { name: '480p' }).check()
  await form.getByRole('radio', { name: '2', exact: true }).check()
  await form.getByRole('button', { name: 'Save edits · 100 points' }).click()
  await expect(form).toHaveCount(0)
}

async function expectOrder(rows: Locator, prompts: readonly string[]): Promise<void> {
  await expect(rows).toContainText([...prompts])
}
