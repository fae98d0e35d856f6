import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { expectBalance, studio } from './support/studio.ts'
import { repeatWakeMessage } from './support/network-back.ts'

const COMMIT_PATH = '/api/v1/ai/i2v/gen/custom'

test(
  'commits made offline are moved, changed and cancelled in the sheet, and are sent in their final state',
  { tag: ['@long', '@offline'] },
  async ({ page, context, server }) => {
    const engine = server.holdVideos()
    server.config.welcomePointsVisitor = 500
    const { open, drop, generateButton, prompt } = studio(page)
    await open(server.origin)
    await untilStored(page)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await expect(generateButton).toBeEnabled()
    await context.setOffline(true)
    for (const [index, text] of ['first push in', 'second pan right', 'third orbit'].entries()) {
      await prompt.fill(text)
      await expect(async () => {
        await generateButton.click()
        await expect(page.getByRole('article', { name: /^In progress/ })).toHaveCount(index + 1, { timeout: 1000 })
      }).toPass()
    }
    await expect(page).toHaveTitle('(3) Image to video · Kinora')

    await page.getByRole('button', { name: '3 videos waiting for a connection' }).click()
    const sheet = page.getByRole('dialog', { name: 'Video progress' })
    const rows = sheet.getByRole('listitem')
    const moveDownButton = rows.filter({ hasText: 'first push in' }).getByRole('button', { name: 'Move down in line' })
    await moveDownButton.click()
    await expect(rows.first()).toContainText('second pan right')
    await expect(moveDownButton).toBeFocused()
    const secondRow = rows.filter({ hasText: 'second' })
    await secondRow.getByRole('button', { name: 'Edit' }).click()
    await secondRow.getByRole('textbox').fill('second tilt up')
    await secondRow.getByRole('radio', { name: '10 s' }).check()
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
    await secondRow.getByRole('button', { name: 'Save edits · 85 points' }).click()
    await expect(rows.first()).toContainText('second tilt up')
    await expect(secondRow.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
    await rows.filter({ hasText: 'third orbit' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(rows).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '2 videos waiting for a connection' })).toBeFocused()
    expect(server.timesOf(COMMIT_PATH)).toHaveLength(0)

    await context.setOffline(false)
    await expect.poll(() => server.timesOf(COMMIT_PATH).length).toBe(2)
    await engine.untilPaused(1)
    expect(engine.paused[0]).toMatchObject({ prompt: 'second tilt up', duration: '10s' })

    await page.goto(`${server.origin}/pricing`)
    await expect(page).toHaveTitle('(2) Pricing · Kinora')
    engine.release()
    await engine.untilPaused(1)
    expect(engine.paused[0]).toMatchObject({ prompt: 'first push in', duration: '6s' })
    await expect(page).toHaveTitle('✓ (1) Pricing · Kinora')
    engine.release()
    await expect(page).toHaveTitle('✓ Pricing · Kinora')
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:/)
    await page.getByRole('button', { name: '2 videos ready' }).click()
    await expect(rows).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(page).toHaveTitle('Pricing · Kinora')
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /favicon\.svg$/)
    expect(server.timesOf(COMMIT_PATH)).toHaveLength(2)
  },
)

test(
  'a toast that opens over the sheet can be dismissed, and the sheet stays',
  { tag: ['@offline', '@long'] },
  async ({ page, server }) => {
    server.holdVideos()
    const { open, drop, pressGenerate } = studio(page)
    await open(server.origin)
    await untilStored(page)
    await expectBalance(page, 100)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    server.down(true)
    await pressGenerate()
    await page.getByRole('button', { name: '1 video waiting for a connection' }).click()
    const sheet = page.getByRole('dialog', { name: 'Video progress' })
    await expect(sheet.getByRole('listitem')).toHaveCount(1)
    server.down(false)
    await repeatWakeMessage(page)
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Task committed' })
    await expect(toast).toBeVisible({ timeout: 60_000 })
    await toast.getByRole('button').click()
    await expect(toast).toHaveCount(0)
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  },
)

test('a sheet that was left by Back does not open by itself when the screen opens again', { tag: '@long' }, async ({ page, server }) => {
  server.holdVideos()
  const { open, drop, pressGenerate } = studio(page)
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.goBack()
  await pressGenerate()
  await page.getByRole('button', { name: '1 video in progress' }).click()
  const sheet = page.getByRole('dialog', { name: 'Video progress' })
  await expect(sheet).toBeVisible()
  await page.goForward()
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('article', { name: /^In progress/ })).toBeVisible()
  await expect(sheet).toBeHidden()
})

test.describe('before the app is stored for offline use', () => {
  test(
    'a sheet that fails to load opens once the connection is back, and the app works meanwhile',
    { tag: '@long' },
    async ({ page, context, server }) => {
      server.holdVideos()
      const { open, drop, pressGenerate, work } = studio(page)
      await open(server.origin)
      await expectBalance(page, 100)
      await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
      await context.setOffline(true)
      await pressGenerate()
      await page.getByRole('button', { name: '1 video waiting for a connection' }).click()
      await expect(page.getByRole('button', { name: /^Offline/ })).toBeVisible()
      await expect(work.getByRole('article', { name: /^In progress/ })).toBeVisible()
      await context.setOffline(false)
      const sheet = page.getByRole('dialog', { name: 'Video progress' })
      await expect(sheet).toBeVisible()
      await expect(sheet).toHaveCSS('position', 'fixed')
    },
  )
})

/** Waits until the service worker has stored every chunk of the app and serves this tab. */
async function untilStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
