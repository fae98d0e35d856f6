import { type Page, type TestInfo, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type BuiltServer, startBuiltServer } from './support/built-server.ts'
import { collectErrors } from './support/page-errors.ts'
import { expectBalance, playFirstVideo, studio } from './support/studio.ts'
import { withoutSharedWorker } from './support/without-workers.ts'

test.use({ serviceWorkers: 'allow' })

const GRID_SIDE = 12

let server: BuiltServer

test.beforeAll(async () => {
  server = await startBuiltServer()
})

test.afterAll(async () => {
  await server.dispose()
})

for (const [browser, prepare, tag] of [
  ['a browser with shared workers', () => undefined, []],
  ['one without', withoutSharedWorker, ['@long']],
] as const) {
  const title = `a photo of 12 megapixels that a camera stored lying becomes an upright 720p video of 6 seconds, in ${browser}`
  test(title, { tag: [...tag] }, async ({ page }, testInfo) => {
    await page.addInitScript(prepare)
    await doMainJob(page, testInfo)
  })
}

async function doMainJob(page: Page, testInfo: TestInfo): Promise<void> {
  const errors = collectErrors(page)
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(server.origin)
  await expectBalance(page, 100)
  const bytes = await makePhoto({ width: 3000, height: 4000, orientation: 6 })
  await drop({ name: 'IMG_0042.JPG', bytes })
  await prompt.fill('Slow push in')
  await pressGenerate()
  const pressedMs = performance.now()
  const videoFacts = await playFirstVideo(page)
  const seconds = (performance.now() - pressedMs) / 1000
  testInfo.annotations.push({ type: 'seconds from the press to a playing video', description: seconds.toFixed(1) })
  console.log(`press to playing video: ${seconds.toFixed(1)} s`)

  expect(videoFacts.videoHeight).toBe(960)
  expect(videoFacts.videoWidth).toBe(720)
  expect(videoFacts.duration).toBeCloseTo(6, 1)
  expect(await isUpright(page, bytes)).toBe(true)
  await expectBalance(page, 50)

  await page.goto(`${server.origin}/ai/creation`)
  await playFirstVideo(page)
  await expectPlaysAlone(page)
  await page.reload()
  await playFirstVideo(page)
  await expectLoginForDownload(page)
  await server.restart()
  await page.reload()
  expect(await playFirstVideo(page)).toEqual(videoFacts)
  await expectBalance(page, 50)
  expect(errors).toEqual([])
}

/** Opens the video's own address as a page, and expects that it plays there. */
async function expectPlaysAlone(page: Page): Promise<void> {
  const address = await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentSrc)
  const videoPage = await page.context().newPage()
  await videoPage.goto(address)
  await expect.poll(() => videoPage.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(720)
  await videoPage.close()
}

/** Expects that a visitor who presses Download gets a login dialog. */
async function expectLoginForDownload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Download video: Slow push in' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Log in to download')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Whether the displayed frame resembles the upright photo more than any turned or mirrored copy. */
async function isUpright(page: Page, photo: Buffer): Promise<boolean> {
  const framePixels = await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement, side) => {
      const context = new OffscreenCanvas(side, side).getContext('2d')
      context?.drawImage(video, 0, 0, side, side)
      const pixels = context?.getImageData(0, 0, side, side).data ?? []
      return Array.from(
        { length: side * side },
        (_, index) => (pixels[index * 4] ?? 0) + (pixels[index * 4 + 1] ?? 0) + (pixels[index * 4 + 2] ?? 0),
      )
    }, GRID_SIDE)
  const upright = sharp(await sharp(photo).rotate().resize(GRID_SIDE, GRID_SIDE, { fit: 'fill' }).greyscale().png().toBuffer())
  const variants = [
    upright.clone(),
    upright.clone().rotate(180),
    upright.clone().flip(),
    upright.clone().flop(),
    upright.clone().rotate(90),
    upright.clone().rotate(270),
  ]
  const grids = await Promise.all(variants.map(async (variant) => Array.from(await variant.greyscale().raw().toBuffer())))
  const likeness = grids.map((grid) => correlation(grid, framePixels))
  return likeness.indexOf(Math.max(...likeness)) === 0 && (likeness[0] ?? 0) > 0.9
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  const products = (x: readonly number[], meanX: number, y: readonly number[], meanY: number) =>
    x.reduce((sum, value, index) => sum + (value - meanX) * ((y[index] ?? 0) - meanY), 0)
  return products(a, meanA, b, meanB) / Math.sqrt(products(a, meanA, a, meanA) * products(b, meanB, b, meanB))
}
