import type { Page } from '@playwright/test'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import { expect, test } from './support/test.ts'
import { toneFile } from '../fixtures/tone-file.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { axeFaults } from './support/axe-faults.ts'
import { controls, EVERY_CONTROL, openGroup, setEveryControl, stage } from './support/every-control.ts'
import { readDraftRows } from './support/draft-rows.ts'
import { logInAs } from './support/log-in-as.ts'
import { storedPictures } from './support/sent-batches.ts'
import { studio } from './support/studio.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Drags the pointer across the middle of the picture. `fromShare` and `toShare` are shares of its width. */
async function drag(page: Page, fromShare: number, toShare: number): Promise<void> {
  const picture = stage(page).getByRole('img', { name: /\.jpg/ })
  await picture.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await picture.boundingBox())!
  await page.mouse.move(x + width * fromShare, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * toShare, y + height / 2, { steps: 4 })
  await page.mouse.up()
}

test(
  'the user sets every control by keys; it survives a reload, is sent with the commit, and returns with the same settings',
  { tag: '@long' },
  async ({ page, context, server }) => {
    const engine = server.holdVideos()
    await logInAs(context, server, 'ann@example.org')
    const form = studio(page)
    await form.open(server.origin)
    await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await setEveryControl(page)

    await expect.poll(async () => (await readDraftRows(page)).some(({ settings }) => settings?.['isSeedKept'] === true)).toBe(true)
    await page.reload()
    await expect(stage(page).getByRole('img', { name: /photo\.jpg/ })).toHaveCSS('object-position', '49% 50%')
    await form.pressGenerate()
    await engine.untilPaused(1)
    const [firstRequest] = engine.paused
    expect(firstRequest?.controls).toEqual(EVERY_CONTROL)
    const { seed } = firstRequest!
    const storedCount = (await storedPictures(server)).length
    await expect(stage(page).getByText('Rendering')).toBeVisible()
    await page.reload()
    await expect(stage(page).getByText('Rendering')).toBeVisible()
    engine.release()
    await expect(stage(page).locator('video')).toBeVisible()

    await stage(page).getByRole('button', { name: 'Prepare next video' }).click()
    await stage(page)
      .getByRole('button', { name: /Remove/ })
      .click()
    await form.prompt.fill('')
    await form.work
      .getByRole('article', { name: /^Video:/ })
      .first()
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('button', { name: 'Use same settings' }).click()
    await expect(form.prompt).toHaveValue('Orbit left, light rain')
    await form.pressGenerate()
    await engine.untilPaused(1)
    expect(engine.paused[0]?.controls).toEqual(firstRequest?.controls)
    expect(engine.paused[0]?.seed).toBe(seed)
    // The second commit uses the picture that the server has stored for the first one: the page does not upload it again.
    expect(engine.paused[0]?.imagePaths).toEqual(firstRequest?.imagePaths)
    expect(await storedPictures(server)).toHaveLength(storedCount)
  },
)

test('a pointer stroke paints, a press sets the focus, a drag moves the frame, and another picture clears the painting', async ({
  page,
  server,
}) => {
  const form = studio(page)
  await form.open(server.origin)
  await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await openGroup(page, 'Brush')
  const canvas = stage(page).getByRole('application', { name: /^Motion brush/ })
  await expect(canvas).toBeVisible()
  await drag(page, 0.2, 0.6)
  const clearButton = controls(page).getByRole('button', { name: 'Clear all areas' })
  await expect(clearButton).toBeVisible()

  await openGroup(page, 'Camera')
  await controls(page).getByRole('button', { name: 'Set focus point' }).click()
  await drag(page, 0.25, 0.25)
  await expect(controls(page).getByRole('slider', { name: 'Horizontal position' })).toHaveValue('0.25')

  await openGroup(page, 'Format')
  await controls(page).getByRole('radio', { name: '9:16' }).press('Space')
  const partSlider = controls(page).getByRole('slider', { name: 'Crop position' })
  await drag(page, 0.5, 1)
  await expect(partSlider).toHaveValue('1')

  await form.drop({ name: 'other.jpg', bytes: await makePhoto({ width: 1200, height: 800 }) })
  await expect(stage(page).getByRole('img', { name: /other\.jpg/ })).toBeVisible()
  await expect(partSlider).toHaveValue('1')
  await openGroup(page, 'Brush')
  await expect(canvas).toBeVisible()
  await expect(clearButton).toHaveCount(0)
})

test(
  'painted areas flow below the paint while the brush is active, and only with motion allowed',
  { tag: ['@long', '@moving'] },
  async ({ page, server }) => {
    const form = studio(page)
    await form.open(server.origin)
    await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await openGroup(page, 'Brush')
    const canvas = stage(page).getByRole('application', { name: /^Motion brush/ })
    await expect(canvas).toBeVisible()
    await expect(canvas).not.toHaveAttribute('data-flowing')
    await drag(page, 0.2, 0.6)
    await expect(canvas).toHaveAttribute('data-flowing', 'true')
    await page.mouse.move(0, 0)
    const firstPicture = await canvas.screenshot()
    await expect.poll(async () => (await canvas.screenshot()).equals(firstPicture)).toBe(false)

    await controls(page).getByRole('button', { name: 'Clear all areas' }).click()
    await expect(canvas).not.toHaveAttribute('data-flowing')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await drag(page, 0.2, 0.6)
    await expect(controls(page).getByRole('button', { name: 'Clear all areas' })).toBeVisible()
    await expect(canvas).not.toHaveAttribute('data-flowing')
  },
)

test(
  'effects show on the user’s picture before a choice, in the form and in the gallery',
  { tag: ['@long', '@moving'] },
  async ({ page, server }) => {
    const form = studio(page)
    await form.open(server.origin, '/tools/video-templates')
    await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await page.getByRole('button', { name: 'Choose an effect' }).click()
    const effect = page.getByRole('dialog').getByRole('listitem').first().getByRole('button')
    const filmStrip = effect.locator('span > span').first()
    await expect(filmStrip).toHaveCSS('background-image', /^url\("blob:/)
    await expect(filmStrip).toHaveCSS('animation-name', 'none')
    await effect.hover()
    await expect(filmStrip).not.toHaveCSS('animation-name', 'none')

    // The gallery of the test has no videos, so the test inserts a video's address into the answer.
    await page.route(/\/template\/effects\?/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"movieUrl":null', '"movieUrl":"/media/none.mp4"') })
    })
    await page.goto(`${server.origin}/video-effects`)
    const tile = page.locator('[data-video]').first()
    const ownPhotoLabel = tile.getByText('Your photo')
    await tile.hover()
    await expect(ownPhotoLabel).toBeVisible()
    await expect(ownPhotoLabel.locator('xpath=preceding-sibling::*')).toHaveCSS('background-image', /^url\("blob:/)
  },
)

test('on a phone a small stage stays above the controls that have scrolled the picture out of view', async ({ page, server }) => {
  await page.setViewportSize({ width: 393, height: 852 })
  const form = studio(page)
  await form.open(server.origin)
  await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await openGroup(page, 'Camera')
  const smallStage = stage(page).getByRole('button', { name: 'Back to photo' })
  await stage(page).getByRole('img', { name: /\.jpg/ }).scrollIntoViewIfNeeded()
  await expect(smallStage).toBeHidden()
  await controls(page).getByRole('radio', { name: 'Push in' }).press('Space')
  await controls(page).getByRole('slider', { name: 'Speed' }).press('ArrowRight')
  await expect(smallStage).toBeInViewport({ ratio: 1 })
  await expect(smallStage.locator('canvas')).toBeVisible()
  await smallStage.click()
  await expect(smallStage).toBeHidden()
  await expect(stage(page).getByRole('img', { name: /\.jpg/ })).toBeInViewport({ ratio: 0.9 })
})

test(
  'own music is chosen before the video, survives a reload, and is on the finished video',
  { tag: '@long' },
  async ({ page, context, server }) => {
    await logInAs(context, server, 'ann@example.org')
    const form = studio(page)
    await form.open(server.origin)
    await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await openGroup(page, 'More')
    const fileInput = controls(page).locator('input[type=file][accept="audio/*"]')
    await fileInput.setInputFiles({ name: 'my song.wav', mimeType: 'audio/wav', buffer: Buffer.from(await toneFile(440, 3).arrayBuffer()) })
    await expect(controls(page).getByText('my song.wav', { exact: true })).toBeVisible()
    await controls(page).getByRole('slider', { name: 'Volume' }).press('ArrowLeft')
    expect(await axeFaults(page)).toEqual([])
    await expect
      .poll(async () => (await readDraftRows(page)).map(({ settings }) => settings?.['ownMusic']))
      .toContainEqual(expect.objectContaining({ name: 'my song.wav', volume: 0.75 }))
    await page.reload()
    await openGroup(page, 'More')
    await expect(controls(page).getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '75%')

    await form.pressGenerate()
    const notice = page.locator('[data-sonner-toast]').filter({ hasText: 'Music added' })
    await expect(notice).toBeVisible({ timeout: 60_000 })
    await notice.getByRole('button', { name: 'View' }).click()
    const downloadEvent = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Edit video' }).getByRole('button', { name: 'Download' }).click()
    const download = await downloadEvent
    expect(download.suggestedFilename()).toMatch(/-music\.mp4$/)
    const input = new Input({ formats: [MP4], source: new FilePathSource(await download.path()) })
    const [videoTrack, soundTrack] = [(await input.getPrimaryVideoTrack())!, (await input.getPrimaryAudioTrack())!]
    expect(await soundTrack.computeDuration()).toBeCloseTo(await videoTrack.computeDuration(), 1)

    await page.getByRole('dialog', { name: 'Edit video' }).getByRole('button', { name: 'Close' }).click()
    await stage(page).getByRole('button', { name: 'Prepare next video' }).click()
    await openGroup(page, 'More')
    await controls(page).getByRole('combobox', { name: 'Music' }).selectOption('calm')
    await expect(controls(page).getByText('my song.wav', { exact: true })).toBeHidden()
  },
)

test(
  'the sketch is saved as a small video without the network, and is labelled as a sketch',
  { tag: ['@long', '@offline'] },
  async ({ page, context, server }) => {
    const form = studio(page)
    await form.open(server.origin)
    await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await form.prompt.fill('Pan left')
    await openGroup(page, 'Format')
    await controls(page).getByRole('radio', { name: '1:1' }).press('Space')
    await controls(page).getByRole('button', { name: 'Format' }).click()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    const downloadEvent = page.waitForEvent('download')
    await stage(page).getByRole('button', { name: 'Save sketch' }).click()
    const download = await downloadEvent
    expect(download.suggestedFilename()).toMatch(/^pan-left-\d{4}-\d\d-\d\d-sketch\.mp4$/)
    const input = new Input({ formats: [MP4], source: new FilePathSource(await download.path()) })
    const track = (await input.getPrimaryVideoTrack())!
    expect([track.displayWidth, track.displayHeight, await track.computeDuration()]).toEqual([480, 480, 6])
    expect((await input.getMetadataTags()).title).toBe('Sketch')
  },
)

for (const [size, viewport] of Object.entries({ phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } }))
  test.describe(`on a ${size}`, () => {
    test.use({ viewport, hasTouch: size === 'phone', isMobile: size === 'phone' })

    test('no group of controls has an accessibility fault, or a target under 44 px', { tag: '@long' }, async ({ page, server }) => {
      const form = studio(page)
      await form.open(server.origin)
      await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
      for (const name of ['Camera', 'Light', 'Brush', 'Format', 'More']) {
        await openGroup(page, name)
        await expect(controls(page).locator('fieldset, select').first()).toBeVisible()
        expect(await axeFaults(page), name).toEqual([])
        const shorterSides = await controls(page)
          .locator('button, label:has(input[type=radio]), select')
          .evaluateAll((elements) =>
            elements.map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
          )
        expect(Math.min(...shorterSides), name).toBeGreaterThanOrEqual(44)
      }
    })
  })
