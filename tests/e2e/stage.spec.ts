import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { readShifts, watchShifts } from './support/layout-shift.ts'
import { logInAs } from './support/log-in-as.ts'
import { studio } from './support/studio.ts'
import { stageReport, watchStage } from './support/watch-stage.ts'

const LARGEST_SHIFT = 0.02
const TALLEST_EMPTY_PX = 96
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

const PHOTOS = {
  'a photo in landscape': { width: 1200, height: 900 },
  'a portrait': { width: 900, height: 1200 },
  'a panorama': { width: 1750, height: 700 },
} as const

const stage = (page: Page) => page.getByRole('region', { name: 'Preview' })

/** The height of the stage. The tests compare it, because the browser counts no layout shift soon after a press. */
function stageHeightPx(page: Page): Promise<number> {
  return page.locator('[data-stage]').evaluate((element) => Math.round(element.getBoundingClientRect().height))
}

async function isPlaying(page: Page): Promise<boolean> {
  return stage(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentTime > 0 && !video.paused)
}

/** The number of action buttons in each row of the open viewer. */
async function countActionsPerRow(page: Page): Promise<number[]> {
  const deleteButton = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
  return deleteButton.evaluate((button) => {
    const tops = [...(button.parentElement?.children ?? [])].map((action) => Math.round(action.getBoundingClientRect().top))
    return [...new Set(tops)].map((top) => tops.filter((otherTop) => otherTop === top).length)
  })
}

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(`on a ${size}`, () => {
    const isPhone = size === 'phone'
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })

    test(
      'after Generate the progress and then the playing video replace the picture at its position, in view without a scroll, and nothing shifts',
      { tag: isPhone ? '@moving' : ['@moving', '@long'] },
      async ({ page, context, server }) => {
        const engine = server.holdVideos()
        await logInAs(context, server, 'ann@example.org')
        await watchShifts(context)
        const { open, drop, prompt, pressGenerate } = studio(page)
        await open(server.origin)
        const emptyHeightPx = await stageHeightPx(page)
        await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
        const picture = stage(page).getByRole('img', { name: /photo\.jpg/ })
        await expect(picture).toBeVisible()
        await expect(stage(page).getByText('Photo location removed on this device')).toBeVisible()
        expect(await stageHeightPx(page)).toBe(emptyHeightPx)
        if (!isPhone) expect((await stage(page).boundingBox())?.width).toBeGreaterThanOrEqual(viewport.width / 2)
        await prompt.fill('Pan left')
        await pressGenerate()
        await engine.untilPaused(1)
        engine.report(0.3)
        const progressBar = stage(page).getByRole('progressbar', { name: 'Rendering' })
        await expect(progressBar).toHaveAttribute('value', '0.3')
        await expect(progressBar).toBeInViewport({ ratio: 1 })
        await expect(picture).toBeInViewport({ ratio: 1 })
        expect(await stageHeightPx(page)).toBe(emptyHeightPx)
        const pictureBox = await picture.boundingBox()
        engine.release()
        const video = stage(page).locator('video')
        await expect.poll(() => isPlaying(page)).toBe(true)
        await expect(video).toBeInViewport({ ratio: 1 })
        expect(await video.boundingBox()).toEqual(pictureBox)
        await expect(stage(page).getByText('Your video is ready')).toBeVisible()
        expect(await stageHeightPx(page)).toBe(emptyHeightPx)
        const { sum, movedElements } = await readShifts(page)
        expect(sum, movedElements.join('\n')).toBeLessThan(LARGEST_SHIFT)

        await stage(page).getByRole('button', { name: 'Prepare next video' }).click()
        await expect(stage(page).getByRole('button', { name: 'Crop' })).toBeVisible()
        await expect(video).toHaveCount(0)
      },
    )
  })

const MORE_SIZES = {
  'small phone': { width: 320, height: 640 },
  'phone held sideways': { width: 852, height: 393 },
} as const

for (const [size, viewport] of Object.entries({ ...SIZES, ...MORE_SIZES }))
  for (const [shape, photo] of Object.entries(PHOTOS)) {
    const isPhone = size !== 'desktop'
    const isCore = shape === 'a panorama' && size in SIZES
    test.describe(`${shape} on a ${size}`, () => {
      test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })

      test(
        'from Generate to the playing video nothing covers the picture on the stage, and no band of it is empty',
        { tag: isCore ? [] : ['@long'] },
        async ({ page, context, server }) => {
          const engine = server.holdVideos()
          await logInAs(context, server, 'ann@example.org')
          const { open, drop, prompt, pressGenerate } = studio(page)
          await open(server.origin)
          await drop({ name: 'photo.jpg', bytes: await makePhoto(photo) })
          await expect(stage(page).getByRole('img', { name: /photo\.jpg/ })).toBeVisible()
          await prompt.fill('Pan left')
          await watchStage(page)
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          await pressGenerate()
          await engine.untilPaused(1)
          engine.report(0.3)
          await expect(stage(page).getByRole('progressbar', { name: 'Rendering' })).toHaveAttribute('value', '0.3')
          engine.release()
          await expect(stage(page).locator('video')).toBeVisible()
          await stage(page)
            .locator('video')
            .evaluate((video: HTMLVideoElement) => video.play())
          await expect.poll(() => isPlaying(page)).toBe(true)
          await expect.poll(async () => (await stageReport(page)).titles.join()).toContain('A background task finished successfully')
          const { frames, covering, emptyPx, toasts, cutTitles } = await stageReport(page)
          expect(frames).toBeGreaterThan(0)
          expect(covering).toEqual([])
          expect(emptyPx).toBeLessThanOrEqual(TALLEST_EMPTY_PX)
          expect(toasts).toBe(1)
          expect(cutTitles).toEqual([])
          await stage(page).getByRole('button', { name: 'Open' }).click()
          expect(await countActionsPerRow(page)).not.toContain(1)
        },
      )
    })
  }

test('a changed form is on the stage again while its last video is made, which continues in the strip', async ({
  page,
  context,
  server,
}) => {
  server.holdVideos()
  await logInAs(context, server, 'ann@example.org')
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill('Pan left')
  await pressGenerate()
  await expect(stage(page).getByText('Rendering')).toBeVisible()
  await prompt.fill('Pan right')
  await expect(stage(page).getByRole('button', { name: 'Crop' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'In progress: Pan left' }).getByText('Rendering')).toBeVisible()
  await prompt.fill('Pan left')
  await expect(stage(page).getByText('Rendering')).toBeVisible()
})
