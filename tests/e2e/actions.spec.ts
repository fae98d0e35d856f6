import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Locator, Page } from '@playwright/test'
import type { Intercept } from '../fixtures/start-test-server.ts'
import { expect, test } from './support/test.ts'
import { stat } from 'node:fs/promises'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { codeFor, PASSWORD, signInForm } from './support/account-screens.ts'
import { studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'
import { repeatWakeMessage } from './support/network-back.ts'

const ANN = 'ann@example.org'
const COLLECT_PATH = '/api/v1/ai/i2v/collect'
const DELETE_PATH = '/api/v1/ai/i2v/delete'

let server: SharedServer
let isAway: boolean
/** The paths of the calls that the server answered with success. */
let answeredPaths: string[]

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  ;[isAway, answeredPaths] = [false, []]
  const intercept: Intercept = async (request, forward, socket) => {
    if (isAway) socket.destroy()
    const answer = isAway ? new Response(null, { status: 503 }) : await forward(request)
    if (answer.ok) answeredPaths.push(new URL(request.url).pathname)
    return answer
  }
  server.intercept(intercept)
})

/** Makes a video and opens the list of creations with it. */
async function makeVideo(page: Page): Promise<void> {
  const { open, drop, prompt, pressGenerate, work } = studio(page)
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 900, height: 600 }) })
  await prompt.fill('Pan left')
  await pressGenerate()
  // The card appears only after the server has stored the video, so a later reload does not lose the video.
  await expect(work.getByRole('article').first()).toBeVisible()
  await openCreations(page)
}

async function openCreations(page: Page): Promise<void> {
  await page.goto(`${server.origin}/ai/creation`)
  await expect(card(page)).toBeVisible({ timeout: 30_000 })
}

function card(page: Page): Locator {
  return page.getByRole('article', { name: /^Video:/ })
}

function heart(page: Page): Locator {
  return page.getByRole('button', { name: /^Add to collection: / })
}

async function pressDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete this video?' }).getByRole('button', { name: 'Delete' }).click()
}

/** Completes the sign-up in the dialog that covers the screen. */
async function signUpInDialog(page: Page): Promise<void> {
  const form = signInForm(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Create an account' }).click()
  await form.email.fill(ANN)
  await form.press('Continue')
  await form.code.fill(await codeFor(page.context(), server.origin, ANN))
  await form.firstName.fill('Ann')
  await form.lastName.fill('Onymous')
  await form.password.fill(PASSWORD)
  await form.press('Create account')
}

test('delete, undo, delete again, reload: two tabs show the same throughout', async ({ page, context }) => {
  await logInAs(page.context(), server, ANN)
  await makeVideo(page)
  const otherTab = await context.newPage()
  await openCreations(otherTab)

  await pressDelete(page)
  await expect(card(page)).toHaveCount(0)
  await expect(card(otherTab)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page)).toHaveCount(1)
  await expect(card(otherTab)).toHaveCount(1)
  await pressDelete(otherTab)
  await expect(card(page)).toHaveCount(0)
  await expect(card(otherTab)).toHaveCount(0)

  await expect.poll(() => answeredPaths.filter((path) => path === DELETE_PATH)).toHaveLength(2)
  for (const tab of [page, otherTab]) {
    await tab.reload()
    await expect(tab.getByText('No videos yet')).toBeVisible()
    await expect(card(tab)).toHaveCount(0)
  }
})

test('a visitor is asked to log in, and then the download continues by itself', { tag: '@long' }, async ({ page }) => {
  await makeVideo(page)
  await page.getByRole('button', { name: /^Download video/ }).click()
  await expect(page.getByRole('dialog').getByText("Log in to download videos. You'll continue where you left off.")).toBeVisible()
  await page.keyboard.press('Escape')
  await heart(page).click()
  await expect(page.getByRole('dialog').getByText("Log in to use your collection. You'll continue where you left off.")).toBeVisible()
  await page.keyboard.press('Escape')
  expect(server.timesOf(COLLECT_PATH)).toEqual([])

  await page.getByRole('button', { name: /^Download video/ }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), signUpInDialog(page)])
  expect(file.suggestedFilename()).toMatch(/^pan-left-\d{4}-\d{2}-\d{2}-[0-9a-f]{6}\.mp4$/)
  expect((await stat(await file.path())).size).toBeGreaterThan(500)
})

test(
  'a mark set offline shows at once, survives a reload and is sent when the network is back',
  { tag: ['@offline', '@long'] },
  async ({ page }) => {
    await logInAs(page.context(), server, ANN)
    await makeVideo(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    isAway = true
    await heart(page).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    // The heart changes at once, and the toast shows only when the hub has stored the change.
    await expect(page.getByText('Added to collection')).toBeVisible()
    await page.reload()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    expect(answeredPaths).not.toContain(COLLECT_PATH)
    isAway = false
    await repeatWakeMessage(page)
    await expect.poll(() => answeredPaths).toContain(COLLECT_PATH)
    await page.reload()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  },
)
