import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { logInAs } from './support/log-in-as.ts'
import { expectBalance, studio } from './support/studio.ts'

const EMAIL = 'ann@example.org'
const PROMPT = 'Pan left over the lake'

const card = (page: Page) => page.getByRole('article', { name: `In progress: ${PROMPT}` })

test('a running video shows its progress, is cancelled in one tab after a question and disappears in all, and its points are returned', async ({
  page,
  context,
  server,
}) => {
  const engine = server.holdVideos()
  await logInAs(context, server, EMAIL)
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill(PROMPT)
  await pressGenerate()
  await expectBalance(page, 150)
  await engine.untilPaused(1)
  engine.report(0.2)
  server.goAhead(6000)
  engine.report(0.5)
  const progressBar = card(page).getByRole('progressbar', { name: 'Rendering' })
  await expect(progressBar).toHaveAttribute('value', '0.5')
  await expect(card(page).getByText(/^50% · about \d+ s left$/)).toBeVisible()
  const otherTab = await context.newPage()
  await studio(otherTab).open(server.origin)
  await expect(card(otherTab)).toBeVisible()

  const cancelButton = card(page).getByRole('button', { name: 'Cancel · 50 points returned' })
  await cancelButton.click()
  await page.getByRole('button', { name: 'Keep video' }).click()
  await expect(card(page)).toBeVisible()
  await cancelButton.click()
  await page.getByRole('button', { name: 'Cancel video' }).click()
  await expect(page.getByText('Video canceled')).toBeVisible()
  await expect(page.getByText('50 points returned. New balance: 200.')).toBeVisible()
  for (const tab of [page, otherTab]) {
    await expect(card(tab)).toHaveCount(0)
    await expectBalance(tab, 200)
  }
  await expect.poll(() => engine.paused).toEqual([])
  await page.goto(`${server.origin}/ai/ledger`)
  await expect(page.getByText('Canceled while rendering')).toBeVisible()
})

test(
  'an offline cancellation shows as pending, and is done once the connection is back',
  { tag: ['@offline', '@long'] },
  async ({ page, context, server }) => {
    const engine = server.holdVideos()
    await logInAs(context, server, EMAIL)
    const { open, drop, prompt, pressGenerate } = studio(page)
    await open(server.origin)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await prompt.fill(PROMPT)
    await pressGenerate()
    await engine.untilPaused(1)
    await expect(card(page).getByText('Rendering')).toBeVisible()
    await context.setOffline(true)
    await card(page)
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await page.getByRole('button', { name: 'Cancel video' }).click()
    const pendingButton = card(page).getByRole('button', { name: "Will cancel when you're back online", disabled: true })
    await expect(pendingButton).not.toHaveAttribute('aria-busy')
    await page.reload()
    await expect(pendingButton).toBeVisible()
    expect(engine.paused).toHaveLength(1)
    await context.setOffline(false)
    await expect(card(page)).toHaveCount(0)
    await expectBalance(page, 200)
    expect(engine.paused).toHaveLength(0)
  },
)
