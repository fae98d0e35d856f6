import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/test.ts'
import { landingItem } from '#shared/domain/home-items.ts'
import type { Template } from '#shared/api/templates.ts'
import { collectErrors } from './support/page-errors.ts'
import { RENDER_WAIT_MS } from './support/studio.ts'

/** The number of gallery videos to make: with two, the first item of the explore gallery has its video. */
const SEEDED_VIDEOS = 2
/** The share of the stage that shows the video; the rest shows the photo. */
const VIDEO_SHARE = 0.65

test.use({ serverOptions: { config: { seedVideos: SEEDED_VIDEOS, signMode: 'off' } } })

let server: SharedServer
test.beforeEach(async ({ server: sharedServer }) => {
  server = sharedServer
  await expect.poll(async () => (await firstItem())?.movieUrl ?? null, { timeout: RENDER_WAIT_MS }).not.toBeNull()
})

async function firstItem(): Promise<Template | undefined> {
  const answer = await server.app.request('/api/v1/template/explore?curPage=1&pageSize=999', { headers: { 'x-user-token': 'of nobody' } })
  const { data } = (await answer.json()) as { data: { data: Template[] } }
  return landingItem(data.data)
}

const stage = (page: Page) => page.getByRole('figure').filter({ has: page.getByRole('list', { name: 'Sample videos' }) })
const videos = (page: Page) => page.locator('video')
const countShownPictures = (page: Page) =>
  stage(page).evaluate((figure) => [...figure.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0).length)

test('a visitor sees a photo become its video within the first screen', { tag: ['@moving', '@long'] }, async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(server.origin)
  const prompt = (await firstItem())?.prompt ?? ''
  await expect(stage(page)).toContainText(prompt)
  await expect
    .poll(() => videos(page).evaluateAll((videoElements: HTMLVideoElement[]) => videoElements.map(({ currentTime }) => currentTime > 0)))
    .toEqual([true])
  await expect(videos(page)).toBeInViewport({ ratio: VIDEO_SHARE })
  await expect(page.getByText(/^No account needed\. Start with 100 points/)).toBeInViewport()

  const divider = stage(page).getByRole('slider', { name: /photo and video/ })
  await divider.focus()
  await page.keyboard.press('Home')
  await expect(divider).toHaveValue('0')
  await expect(divider).toHaveAttribute('aria-valuetext', 'Showing 100% of the video')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await stage(page).getByRole('button', { name: 'Pause videos' }).click()
  await expect(videos(page)).toHaveCount(0)
  await stage(page).getByRole('button', { name: 'Play videos' }).click()
  await expect(videos(page)).toHaveCount(1)
  expect(errors).toEqual([])
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test(
    'nothing plays, and without the server the landing opens again with its pictures',
    { tag: ['@offline', '@long'] },
    async ({ page }) => {
      await page.goto(server.origin)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.reload()
      await expect.poll(() => countShownPictures(page)).toBeGreaterThan(1)
      await expect(stage(page).getByRole('button', { name: 'Pause videos' })).toHaveCount(0)
      await page
        .getByRole('button', { name: /^Watch (?!samples)/ })
        .first()
        .scrollIntoViewIfNeeded()
      await page
        .getByRole('button', { name: /^Watch (?!samples)/ })
        .first()
        .hover()
      await expect(videos(page)).toHaveCount(0)

      server.down(true)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Set your photo in motion' })).toBeVisible()
      await expect.poll(() => countShownPictures(page)).toBeGreaterThan(1)
      await expect(page.getByText("You don't need an account to start.")).toBeVisible()
      await expect(videos(page)).toHaveCount(0)
    },
  )
})
