import type { Browser, Download, Locator, Page } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import { task } from '#server/database/schema.ts'
import { type MarkedVideo, makeMarkedVideo } from '../fixtures/make-marked-video.ts'
import { toneFile } from '../fixtures/tone-file.ts'
import { putCreations } from '../fixtures/put-creations.ts'
import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { axeFaults } from './support/axe-faults.ts'
import { readDraftRows } from './support/draft-rows.ts'
import { keyboardPerson } from './support/keyboard-person.ts'
import { logInAs } from './support/log-in-as.ts'
import { collectErrors } from './support/page-errors.ts'
import { expect, test } from './support/test.ts'

const VIDEO_SIZE = { width: 640, height: 360 }
const VIDEO_FRAMES = 72
const MAKE_WAIT_MS = 60_000

test.use({ serverOptions: { config: { signMode: 'off' } } })

let server: SharedServer
test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** Adds a creation with this video to the logged-in account, and returns its id. */
async function putVideo(prompt: string, video: MarkedVideo): Promise<string> {
  const [id = ''] = await putCreations(server, [{ prompt, createdAtMs: Date.now() - 60_000 }])
  const [row] = await server.database.db.select({ name: task.videoName }).from(task).where(eq(task.id, id))
  const name = row?.name ?? ''
  const bytes = Buffer.from(await makeMarkedVideo(video), 'base64')
  await writeFile(path.join(server.dataDir, 'media', name.slice(0, 2), name), bytes)
  return id
}

/** Logs in, and opens the viewer with a video, by default of three seconds and with sound. */
async function openVideo(page: Page, video: MarkedVideo = { ...VIDEO_SIZE, frames: VIDEO_FRAMES, hasSound: true }): Promise<void> {
  await logInAs(page.context(), server, 'editor@example.com')
  const id = await putVideo('Waves in the evening', video)
  await page.goto(`${server.origin}/tools/image-to-video-generator/${id}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
}

function editor(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Edit video' })
  const press = async (button: Locator): Promise<Download> => {
    const downloadEvent = page.waitForEvent('download')
    await button.focus()
    await page.keyboard.press('Enter')
    return downloadEvent
  }
  return {
    dialog,
    startSlider: dialog.getByRole('slider', { name: 'Trim start' }),
    endSlider: dialog.getByRole('slider', { name: 'Trim end' }),
    format: (name: string) => dialog.getByRole('radio', { name, exact: true }),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    download: async () => {
      const button = dialog.getByRole('button', { name: 'Download', exact: true })
      await expect(button).toBeVisible({ timeout: MAKE_WAIT_MS })
      const download = await press(button)
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    },
  }
}

async function readMp4(bytes: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) })
  const [video, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (video === null) throw new Error('no video')
  let frames = 0
  for await (const { timestamp } of new EncodedPacketSink(video).packets()) {
    expect(timestamp * 24).toBeCloseTo(frames, 2)
    frames += 1
  }
  const size = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  return { frames, size, codec: await video.getCodec(), soundFrames: sound === null ? null : (await sound.computeDuration()) * 24 }
}

test(
  'an offline video is trimmed and becomes a GIF by keyboard alone, with the server stopped',
  { tag: ['@offline', '@long'] },
  async ({ page }) => {
    const errors = collectErrors(page)
    const { press, tabTo } = keyboardPerson(page)
    const { dialog, startSlider, endSlider, format, button, download } = editor(page)
    await openVideo(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByRole('switch', { name: 'Store offline' }).check()
    await expect(page.getByText(/on this device since/)).toBeVisible()
    server.down(true)

    await page.getByRole('switch', { name: 'Store offline' }).focus()
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }), 'Shift+Tab')
    await press('Enter')
    await expect(startSlider).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await tabTo(startSlider)
    for (let step = 0; step < 5; step += 1) await press('ArrowRight')
    await expect(startSlider).toHaveAttribute('aria-valuetext', '0:00.21')
    await tabTo(endSlider)
    for (let step = 0; step < 3; step += 1) await press('ArrowLeft')
    await expect(endSlider).toHaveAttribute('aria-valuetext', '0:02.88')
    await tabTo(button('Create video'))
    await page.keyboard.press('Enter')
    const video = await download()
    expect(video.name).toMatch(/^waves-in-the-evening-.*-edited\.mp4$/)
    const mp4 = await readMp4(video.bytes)
    expect(mp4).toMatchObject({ frames: 64, size: [640, 360], codec: 'avc' })
    expect(mp4.soundFrames).toBeCloseTo(64, 1)
    expect(await axeFaults(page)).toEqual([])

    await tabTo(button('Edit again'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(format('Video'), 'Shift+Tab')
    await press('ArrowRight')
    await expect(format('GIF')).toBeChecked()
    await expect(dialog.getByText('480 × 270, 0:02.67')).toBeVisible()
    await expect(dialog.getByText(/^About \d[\d.,]* [kM]B$/)).toBeVisible()
    await tabTo(button('Create GIF'))
    await page.keyboard.press('Enter')
    const gif = await download()
    expect(gif.name).toMatch(/^waves-in-the-evening-.*-edited\.gif$/)
    const { pages, pageHeight, width, delay = [], loop } = await sharp(gif.bytes, { animated: true }).metadata()
    expect({ pages, width, pageHeight, loop }).toEqual({ pages: 32, width: 480, pageHeight: 270, loop: 0 })
    expect((delay.reduce((sum, each) => sum + each, 0) * 24) / 1000).toBeCloseTo(64, 0)

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true })).toBeFocused()

    await page.reload()
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    const earlierEdits = dialog.getByRole('region', { name: 'Earlier edits' })
    await expect(earlierEdits.getByRole('listitem')).toHaveCount(2)
    await earlierEdits.getByRole('button', { name: `View ${video.name}` }).click()
    expect((await download()).bytes.equals(video.bytes)).toBe(true)
    await button('Edit again').click()
    await earlierEdits.getByRole('button', { name: `Delete ${gif.name}` }).click()
    await page
      .getByRole('dialog', { name: /^Delete / })
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await expect(earlierEdits.getByRole('listitem')).toHaveCount(1)
    expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  },
)

test(
  'a video is extended: the form continues from its last frame, and both become one video automatically',
  { tag: '@long' },
  async ({ page }) => {
    const errors = collectErrors(page)
    const { dialog, button, download } = editor(page)
    await openVideo(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue from last frame' }).click()
    const note = page.getByRole('note').filter({ hasText: 'Extending “Waves in the evening”' })
    await expect(note).toBeVisible()
    await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
    expect(await axeFaults(page)).toEqual([])
    await page.reload()
    await expect(note).toBeVisible()

    await page.getByRole('button', { name: /^Generate/ }).click()
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Videos joined' })
    await expect(toast).toBeVisible({ timeout: MAKE_WAIT_MS })
    await toast.getByRole('button', { name: 'View' }).click()
    await expect(dialog).toBeVisible()
    const joinedVideo = await download()
    expect(joinedVideo.name).toMatch(/-extended\.mp4$/)
    const { frames, size } = await readMp4(joinedVideo.bytes)
    expect({ frames, size }).toEqual({ frames: VIDEO_FRAMES - 1 + 24, size: [640, 360] })
    await button('Add to videos').click()
    await expect(button('Added to videos')).toBeDisabled()
    await button('Edit again').click()
    await expect(dialog.getByRole('slider', { name: 'Trim end' })).toHaveAttribute('aria-valuetext', '0:01.00')
    await button('Close').click()

    await page.goto(`${server.origin}/ai/creation`)
    await expect(page.getByRole('article').filter({ hasText: 'Edited' })).toHaveCount(1)
    const [row] = await server.database.db.select().from(task).where(isNotNull(task.editedFrom))
    expect(row).toMatchObject({ status: 'SUCCESS', points: 0, width: 640, height: 360 })

    await page.goto(`${server.origin}/tools/image-to-video-generator`)
    await expect(note).toBeVisible()
    await note.getByRole('button', { name: 'Make a separate video' }).click()
    await expect(note).toBeHidden()
    await expect.poll(async () => (await readDraftRows(page)).some(({ settings }) => settings?.['extends'] !== undefined)).toBe(false)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
    await expect(note).toBeHidden()
    expect(errors).toEqual([])
  },
)

const SABOTAGES = [
  ['encodes no video', 'delete self.VideoEncoder'],
  [
    'breaks while it encodes a video',
    'self.VideoEncoder = class extends self.VideoEncoder { encode() { throw new DOMException("broken", "EncodingError") } }',
  ],
] as const

for (const [fault, sabotage] of SABOTAGES) {
  test(`where the browser ${fault}, the encoder of the build replaces it, under the same security policy`, async ({ page }) => {
    await page.route('**/assets/media-worker-*.js', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: `${sabotage};${await answer.text()}` })
    })
    const errors = collectErrors(page)
    const { dialog, format, button, download } = editor(page)
    await openVideo(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByRole('radio', { name: '9:16' }).check()
    await dialog.getByRole('radio', { name: 'Back and forth' }).check()
    await button('Create video').click()
    expect(await readMp4((await download()).bytes)).toMatchObject({ frames: 142, size: [202, 360], codec: 'avc' })
    await button('Edit again').click()
    await format('PNG image').check()
    await button('Save frame').click()
    const stillImage = await download()
    expect(stillImage.name).toMatch(/-still\.png$/)
    expect(await sharp(stillImage.bytes).metadata()).toMatchObject({ format: 'png', width: 202, height: 360 })
    expect(errors).toEqual([])
  })
}

test('the editor fits a phone, stops on request and shows the limits of a file', async ({ page }) => {
  await page.setViewportSize({ width: 393, height: 852 })
  const { dialog, button, download } = editor(page)
  await openVideo(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(button('Create video')).toBeInViewport()
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  const smallTargets = await dialog.evaluate((element) =>
    [...element.querySelectorAll('button, input[type="range"], label:has(input)')]
      .map((control) => control.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && (width < 44 || height < 43.5)),
  )
  expect(smallTargets).toEqual([])
  await dialog.getByRole('radio', { name: 'Your music' }).check()
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no music') })
  await button('Create video').click()
  await expect(dialog.getByRole('alert')).toContainText("Your browser can't read this file's audio")
  await dialog.getByRole('radio', { name: 'Original sound' }).check()
  await dialog.getByRole('radio', { name: 'Back and forth' }).check()
  await putCreations(server, [{ prompt: 'One second', createdAtMs: Date.now() }])
  await button('Add video').click()
  await dialog.getByRole('button', { name: 'One second' }).click()
  await expect(dialog.getByText('640 × 360, 0:07.92')).toBeVisible()
  await button('Create video').click()
  await button('Cancel').click()
  await expect(button('Create video')).toBeEnabled()
  await button('Create video').click()
  expect((await readMp4((await download()).bytes)).frames).toBe(190)
})

const MIB = 1024 * 1024
const MAX_MEMORY_MIB = 400
const MEASURE_EVERY_MS = 100
const TEN_SECOND_VIDEO = { width: 1280, height: 720, frames: 240, hasSound: true, isBusy: true }

/** The memory of the browser's main process and all its child processes in MiB, without shared pages. */
async function memoryMib(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = await Promise.all(processInfo.map(({ id }) => readFile(`/proc/${id}/statm`, 'utf8').catch(() => '0 0 0')))
  const privatePages = sizes.map((statm) => Number(statm.split(' ')[1]) - Number(statm.split(' ')[2]))
  return (privatePages.reduce((sum, each) => sum + each, 0) * 4096) / MIB
}

test('each edit of ten seconds at 720p needs less than 400 MB', { tag: '@long' }, async ({ page, browser }) => {
  test.setTimeout(600_000)
  const { dialog, button, format } = editor(page)
  await openVideo(page, TEN_SECOND_VIDEO)
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(button('Create video')).toBeEnabled()
  const measure = async (name: string, createLabel: string, choose: () => Promise<unknown>) => {
    await choose()
    const memoryBeforeMib = await memoryMib(browser)
    const startedMs = performance.now()
    await button(createLabel).click()
    let peakMib = 0
    while (!(await button('Download').isVisible())) {
      peakMib = Math.max(peakMib, (await memoryMib(browser)) - memoryBeforeMib)
      await page.waitForTimeout(MEASURE_EVERY_MS)
    }
    console.info(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s, ${Math.round(peakMib)} MiB more`)
    expect(peakMib).toBeLessThan(MAX_MEMORY_MIB)
    await button('Edit again').click()
  }
  const choose = (name: string) => () => dialog.getByRole('radio', { name, exact: true }).check()
  await measure('as it is', 'Create video', async () => undefined)
  await measure('there and back', 'Create video', choose('Back and forth'))
  await measure('cross-fade', 'Create video', choose('Crossfade'))
  await measure('9:16', 'Create video', choose('9:16'))
  await measure('GIF', 'Create GIF', () => format('GIF').check())
  await measure('WebP', 'Create WebP', () => format('WebP').check())
  await format('Video').check()
  await choose('Original')()
  await dialog.getByRole('radio', { name: 'No loop' }).check()
  await measure('own music', 'Create video', async () => {
    await dialog.getByRole('radio', { name: 'Your music' }).check()
    const buffer = Buffer.from(await toneFile(440, 180).arrayBuffer())
    await dialog.locator('input[type="file"]').setInputFiles({ name: 'song.wav', mimeType: 'audio/wav', buffer })
  })
  await putVideo('Waves at night', TEN_SECOND_VIDEO)
  await measure('join', 'Create video', async () => {
    await dialog.getByRole('radio', { name: 'Original sound' }).check()
    await button('Add video').click()
    await dialog.getByRole('button', { name: 'Waves at night' }).click()
    await expect(dialog.getByText('0:20.00')).toBeVisible()
  })
})
