import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { MAX_ATTEMPTS } from '#server/creations/jobs/recover-tasks.ts'
import { stat } from 'node:fs/promises'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { putCreations } from '../fixtures/put-creations.ts'
import { axeFaults } from './support/axe-faults.ts'
import { collectErrors } from './support/page-errors.ts'
import { studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

const HOUR_MS = 3_600_000

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

const cards = (page: Page): Locator => page.getByRole('article', { name: /^Video:/ })
const selectBox = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: `Select ${name}` })

/** Opens an account with one video for each prompt, an hour apart, the newest first. */
async function openWithVideos(page: Page, prompts: readonly string[]): Promise<string[]> {
  await logInAs(page.context(), server, 'ann@example.org')
  const newestMs = Date.now() - HOUR_MS
  const ids = await putCreations(
    server,
    prompts.map((prompt, index) => ({ prompt, createdAtMs: newestMs - index * HOUR_MS })),
  )
  await page.goto(`${server.origin}/ai/creation`)
  await expect(cards(page).first()).toBeVisible()
  return ids
}

test(
  'filters and search are in the address: a reload restores them, Back restores the earlier list, and a link finds an item far down',
  { tag: '@long' },
  async ({ page }) => {
    const errors = collectErrors(page)
    const prompts = Array.from({ length: 45 }, (_, index) => (index === 40 ? 'Whale in the deep' : `Dune number ${index}`))
    const ids = await openWithVideos(page, prompts)
    const search = page.getByRole('searchbox')
    await search.fill('whale')
    await expect(page).toHaveURL(/\?q=whale$/)
    await expect(cards(page)).toHaveCount(1)
    await page.reload()
    await expect(search).toHaveValue('whale')
    await expect(cards(page)).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Video type' }).selectOption('TEMPLATE')
    await expect(page.getByText('No videos found')).toBeVisible()
    await page.goBack()
    await expect(cards(page)).toHaveCount(1)
    await page.goBack()
    await expect(search).toHaveValue('')
    await expect(page).toHaveURL(`${server.origin}/ai/creation`)

    await page.goto(`${server.origin}/ai/creation?view=rows#creation-${ids.at(-1)}`)
    await expect(page.getByRole('heading', { name: 'Video from the link you opened' })).toBeVisible()
    await expect(page.locator(`#creation-${ids.at(-1)}`)).toBeFocused()
    const otherCard = page.locator(`#creation-${ids[3]}`)
    await otherCard.getByRole('button').first().click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/#creation-/)
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await expect(otherCard.locator(':focus')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Video from the link you opened' })).toBeVisible()

    await page.goto(`${server.origin}/ai/creation`)
    await expect(async () => {
      await page.mouse.wheel(0, 4000)
      await expect(page.getByText('No more videos to show.')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(page.getByRole('article', { name: 'Video: Dune number 44' })).toBeVisible()
    expect(errors).toEqual([])
  },
)

test(
  'the user selects several with Shift, zips them into one file, deletes them and undoes it; Escape ends the selection',
  { tag: '@long' },
  async ({ page }) => {
    await openWithVideos(page, ['First', 'Second', 'Third', 'Fourth'])
    await selectBox(page, 'First').click()
    await selectBox(page, 'Third').click({ modifiers: ['Shift'] })
    const selectionBar = page.getByRole('region', { name: 'Selected videos' })
    await expect(selectionBar).toContainText('3 videos selected')
    const downloadEvent = page.waitForEvent('download')
    await selectionBar.getByRole('button', { name: 'Download' }).click()
    const file = await downloadEvent
    expect(file.suggestedFilename()).toMatch(/^kinora-\d{4}-\d{2}-\d{2}\.zip$/)
    expect((await stat(await file.path())).size).toBeGreaterThan(1000)

    await selectionBar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete 3 videos?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(selectionBar).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(cards(page)).toHaveCount(4)
    await expect.poll(() => server.timesOf('/api/v1/ai/i2v/restore').length).toBe(1)
    await page.reload()
    await expect(cards(page)).toHaveCount(4)

    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.keyboard.press('Control+a')
    await expect(selectionBar).toContainText('4 videos selected')
    await page.keyboard.press('Escape')
    await expect(selectionBar).toBeHidden()
  },
)

test(
  'a failure shows its cause and its refund, with a link to the line of the points; axe finds nothing in either theme',
  { tag: '@long' },
  async ({ page }) => {
    const engine = server.holdVideos()
    await logInAs(page.context(), server, 'ann@example.org')
    const { open, drop, prompt, pressGenerate, work } = studio(page)
    await open(server.origin)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 900, height: 600 }) })
    await prompt.fill('Pan left')
    await pressGenerate()
    // The card appears only after the server has stored the video, so a new page shows the video.
    await expect(work.getByRole('article')).toHaveCount(1)
    await page.goto(`${server.origin}/ai/personal?show=waiting`)
    await expect(page.getByRole('article', { name: 'In progress: Pan left' })).toBeVisible()
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await engine.untilPaused(1)
      engine.release(new Error('the encoder stopped'))
    }
    await expect(page.getByText('No videos yet')).toBeVisible()
    await page.getByRole('link', { name: 'Failed' }).click()
    await expect(page).toHaveURL(/show=failed$/)
    const card = page.getByRole('article', { name: /Pan left/ })
    await expect(card).toContainText("We couldn't render this video")
    await expect(card).toContainText('50 points returned. New balance: 200')
    expect(await axeFaults(page)).toEqual([])
    await card.getByRole('link', { name: 'View details' }).click()
    await expect(page).toHaveURL(/\/ai\/ledger#line-/)
  },
)
