import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { expect, test } from './support/test.ts'
import sharp from 'sharp'

const PICTURE_SIZE = { width: 1200, height: 800 }

let server: SharedServer
let photoBytes: Buffer

test.beforeEach(async ({ server: sharedServer }) => {
  server = sharedServer
  photoBytes = await sharp({ create: { ...PICTURE_SIZE, channels: 3, background: '#86a' } })
    .jpeg()
    .toBuffer()
})

test(
  'the demo cuts the chosen part, shows both sizes, retains the choice and saves it under a readable name',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${server.origin}/demo/crop`)
    await page.getByLabel('Choose a photo').setInputFiles({ name: 'sea.jpg', mimeType: 'image/jpeg', buffer: photoBytes })
    await expect(page.getByText('1,200 × 800 px')).toBeVisible()
    await page.getByRole('button', { name: 'Crop', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    const croppedRegion = page.getByRole('region', { name: 'Cropped photo' })
    await expect(croppedRegion.getByText(/^1,200 × 800 px · .+ → 1,067 × 800 px · /)).toBeVisible()
    const downloadEvent = page.waitForEvent('download')
    await croppedRegion.getByRole('link', { name: 'Download' }).click()
    expect((await downloadEvent).suggestedFilename()).toBe('sea-cropped.jpg')
    const { width, height, format } = await sharp(await (await downloadEvent).path()).metadata()
    expect([width, height, format]).toEqual([1067, 800, 'jpeg'])
    await croppedRegion.getByRole('button', { name: 'View cropped photo' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'sea-cropped.jpg' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Crop again' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(croppedRegion.getByText(/1,067 × 800 px/)).toBeVisible()
  },
)
