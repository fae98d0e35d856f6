import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import sharp from 'sharp'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { readDraftRows } from './support/draft-rows.ts'
import { studio } from './support/studio.ts'

const THIRDS = { red: '#d02020', green: '#20a020', blue: '#2040d0' }

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** A picture of 3000 × 600 px: a red, a green and a blue third. */
async function makePanorama(): Promise<Buffer> {
  const third = (background: string) =>
    sharp({ create: { width: 1000, height: 600, channels: 3, background } })
      .png()
      .toBuffer()
  const [red, green, blue] = await Promise.all([third(THIRDS.red), third(THIRDS.green), third(THIRDS.blue)])
  return sharp({ create: { width: 3000, height: 600, channels: 3, background: '#000' } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: green, left: 1000, top: 0 },
      { input: blue, left: 2000, top: 0 },
    ])
    .jpeg()
    .toBuffer()
}

function form(page: Page): Locator {
  return page.getByRole('region', { name: 'New video' })
}

function picture(page: Page): Locator {
  return form(page).getByRole('img', { name: /^Your photo/ })
}

/** The prepared picture's natural size. */
function preparedSize(page: Page): Promise<readonly [number, number]> {
  return picture(page).evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight] as const)
}

/** The colours in the middle of the picture's left and right edge; empty while the picture is being replaced. */
function edgeColours(image: Locator): Promise<string[]> {
  return image.evaluate(async (element: HTMLImageElement) => {
    const isDecoded = await element.decode().then(
      () => true,
      () => false,
    )
    if (!isDecoded) return []
    const { naturalWidth: width, naturalHeight: height } = element
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(element, 0, 0)
    return [4, width - 5].map((x) => {
      const [red = 0, green = 0, blue = 0] = context?.getImageData(x, height >> 1, 1, 1).data ?? []
      if (red > green && red > blue) return 'red'
      return green > blue ? 'green' : 'blue'
    })
  })
}

test('a crop comes from the source, survives a reload with it, and can be undone', { tag: '@long' }, async ({ page }) => {
  const { open, drop } = studio(page)
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 2000, height: 1200, orientation: 6 }) })
  await form(page).getByRole('button', { name: 'Crop', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  await dialog.getByRole('radio', { name: '1:1' }).check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => preparedSize(page)).toEqual([1200, 1200])
  await expect(form(page).getByText(/2,000 × 1,200.*→ 1,200 × 1,200/)).toBeVisible()
  await expect.poll(() => countStoredSources(page)).toBe(1)
  await page.reload()
  await expect.poll(() => preparedSize(page)).toEqual([1200, 1200])
  await form(page).getByRole('button', { name: 'Remove crop' }).click()
  await expect.poll(() => preparedSize(page)).toEqual([2000, 1200])
})

/** The number of drafts' source pictures that this browser stores. */
async function countStoredSources(page: Page): Promise<number> {
  return (await readDraftRows(page)).filter(({ key }) => key.endsWith('/source')).length
}

test(
  'one form in two tabs: after a reload each has the text typed in one, and the choice made in the other',
  { tag: '@long' },
  async ({ page, context }) => {
    const otherTab = await context.newPage()
    for (const tab of [page, otherTab]) await studio(tab).open(server.origin)
    const promptText = 'rain over the harbour'
    const readDraftSettings = async () => (await readDraftRows(page)).find(({ settings }) => settings !== undefined)?.settings
    await studio(page).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await studio(page).prompt.fill(promptText)
    await expect.poll(readDraftSettings).toMatchObject({ prompt: promptText })
    await form(otherTab).getByRole('radio', { name: '10 s' }).check()
    await expect.poll(readDraftSettings).toMatchObject({ prompt: promptText, duration: '10s' })
    for (const tab of [page, otherTab]) {
      await tab.reload()
      await expect(studio(tab).prompt).toHaveValue(promptText)
      await expect(form(tab).getByRole('radio', { name: '10 s' })).toBeChecked()
      await expect(picture(tab)).toBeVisible()
    }
  },
)

test('the video is generated from the chosen part', { tag: '@long' }, async ({ page }) => {
  const { open, drop, pressGenerate, work } = studio(page)
  await open(server.origin)
  await drop({ name: 'panorama.jpg', bytes: await makePanorama() })
  await form(page).getByRole('slider', { name: 'Part of the photo to use' }).focus()
  await page.keyboard.press('End')
  await expect.poll(() => edgeColours(picture(page))).toEqual(['green', 'blue'])
  // The card shows the source photo only until the video is done, so the server holds the video.
  server.holdVideos()
  await pressGenerate()
  const source = work.getByRole('article').first().getByRole('img', { name: 'Source photo' })
  await expect.poll(() => edgeColours(source)).toEqual(['green', 'blue'])
})
