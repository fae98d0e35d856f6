import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { collectErrors } from './page-errors.ts'
import { studio } from './studio.ts'

const THIRDS = { red: '#d02020', green: '#20a020', blue: '#2040d0' }

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer()
})

test.afterAll(async () => {
  await server.close()
})

/** 3000 by 600: a red, a green and a blue third. */
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
  return form(page).getByRole('img', { name: /^Your picture/ })
}

/** The prepared picture's own size, as its address gives it. */
function preparedSize(page: Page): Promise<readonly [number, number]> {
  return picture(page).evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight] as const)
}

/** The colour in the middle of a picture's left and right edge; none while it is replaced. */
function edgeColours(image: Locator): Promise<string[]> {
  return image.evaluate(async (element: HTMLImageElement) => {
    const isWhole = await element.decode().then(
      () => true,
      () => false,
    )
    if (!isWhole) return []
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

/** Whether a button has been locked since, however short. */
function watchLock(button: Locator) {
  return button.evaluateHandle((element) => {
    const seen = { wasLocked: false }
    const look = () => (seen.wasLocked ||= element.matches('[disabled], [aria-disabled="true"]'))
    new MutationObserver(look).observe(element, { attributes: true })
    return seen
  })
}

test('a picture too wide shows what is cut, and the part that stays can be moved without a drag', async ({ page }) => {
  const errors = collectErrors(page)
  const { open, drop, generate } = studio(page)
  await open(server.origin)
  await drop({ name: 'panorama.jpg', bytes: await makePanorama() })
  await expect(form(page).getByText(/50 % lies outside/)).toBeVisible()
  await expect.poll(() => preparedSize(page)).toEqual([1500, 600])
  await expect.poll(() => edgeColours(picture(page))).toEqual(['red', 'blue'])
  const slider = form(page).getByRole('slider', { name: 'Part that is used' })
  await expect(slider).toHaveValue('50')
  await slider.focus()
  const lock = await watchLock(generate)
  await page.keyboard.press('End')
  await expect.poll(() => lock.evaluate(({ wasLocked }) => wasLocked)).toBe(true)
  await expect.poll(() => edgeColours(picture(page))).toEqual(['green', 'blue'])
  await expect(generate).toBeEnabled()
  await page.keyboard.press('Home')
  await expect.poll(() => edgeColours(picture(page))).toEqual(['red', 'green'])
  await expect.poll(() => preparedSize(page)).toEqual([1500, 600])
  expect(errors).toEqual([])
})

test('a crop is taken from the source, survives a reload with it, and can be undone', async ({ page }) => {
  const { open, drop } = studio(page)
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 2000, height: 1200, orientation: 6 }) })
  await form(page).getByRole('button', { name: 'Crop', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: '确定' })).toBeEnabled()
  await dialog.getByRole('radio', { name: '1:1' }).check()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => preparedSize(page)).toEqual([1200, 1200])
  await expect(form(page).getByText(/2,000 × 1,200.*→ 1,200 × 1,200/)).toBeVisible()
  await expect.poll(() => storedSources(page)).toBe(1)
  await page.reload()
  await expect.poll(() => preparedSize(page)).toEqual([1200, 1200])
  await form(page).getByRole('button', { name: 'Whole picture' }).click()
  await expect.poll(() => preparedSize(page)).toEqual([2000, 1200])
})

/** How many sources of drafts this browser has written down. */
function storedSources(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const name = databases.map((database) => database.name ?? '').find((database) => database.includes('draft'))
    if (name === undefined) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => reject(new Error('the drafts cannot be opened')))
      opening.addEventListener('success', () => {
        const store = [...opening.result.objectStoreNames][0] ?? ''
        const keys = opening.result.transaction(store).objectStore(store).getAllKeys()
        keys.addEventListener('success', () => {
          opening.result.close()
          resolve(keys.result.filter((key) => typeof key === 'string' && key.endsWith('/source')).length)
        })
      })
    })
  })
}

test(
  'a very dark picture is told before anything is spent, brightened with one press, and put back with another',
  { tag: '@long' },
  async ({ page }) => {
    const { open, drop, generate } = studio(page)
    const dark = await sharp(await makePhoto({ width: 1200, height: 800 }))
      .linear(0.09)
      .jpeg({ quality: 95 })
      .toBuffer()
    await open(server.origin)
    await drop({ name: 'night.jpg', bytes: dark })
    const brighten = form(page).getByRole('button', { name: 'Brighten it' })
    await expect(brighten).toBeVisible()
    await expect(generate).toBeEnabled()
    const before = await meanLuma(page)
    await brighten.click()
    await expect(form(page).getByText('Brightened on this device')).toBeVisible()
    expect(await meanLuma(page)).toBeGreaterThan(before * 1.8)
    await form(page).getByRole('button', { name: 'Undo' }).click()
    await expect(brighten).toBeVisible()
    expect(await meanLuma(page)).toBeCloseTo(before, 0)
  },
)

function meanLuma(page: Page): Promise<number> {
  return picture(page).evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const context = new OffscreenCanvas(32, 32).getContext('2d')
    context?.drawImage(element, 0, 0, 32, 32)
    const colours = [...(context?.getImageData(0, 0, 32, 32).data ?? [])].filter((_, at) => at % 4 !== 3)
    return colours.reduce((sum, colour) => sum + colour, 0) / colours.length
  })
}

test(
  'the keyboard goes on at the picture when the pressed button is gone, and a long name stays within the form',
  { tag: '@long' },
  async ({ page }) => {
    const { open, drop } = studio(page)
    await open(server.origin)
    await drop({ name: `${'long-name-'.repeat(20)}.jpg`, bytes: await makePhoto({ width: 1200, height: 800 }) })
    const group = form(page).getByRole('group', { name: 'Picture', exact: true })
    const crop = form(page).getByRole('button', { name: 'Crop', exact: true })
    await crop.press('Enter')
    const square = page.getByRole('dialog').getByRole('radio', { name: '1:1' })
    await square.press('Escape')
    await expect(crop).toBeFocused()
    await crop.press('Enter')
    await square.check()
    await square.press('Enter')
    await expect(group).toBeFocused()
    expect(await form(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await form(page).getByRole('button', { name: 'Whole picture' }).press('Enter')
    await expect(group).toBeFocused()
    await form(page).getByRole('button', { name: 'Remove the picture' }).press('Enter')
    await expect(group).toBeFocused()
  },
)

test('the place in a photo is removed, and told once', { tag: '@long' }, async ({ page }) => {
  const { open, drop } = studio(page)
  const photo = await makePhoto({ width: 900, height: 600 })
  const told = form(page).getByText(/told where the photo was taken/)
  await open(server.origin)
  await drop({ name: 'first.jpg', bytes: photo })
  await expect(form(page).getByText('first.jpg')).toBeVisible()
  await expect(told).toBeVisible()
  await drop({ name: 'second.jpg', bytes: photo })
  await expect(form(page).getByText('second.jpg')).toBeVisible()
  await expect(told).toBeHidden()
  await page.reload()
  await drop({ name: 'third.jpg', bytes: photo })
  await expect(form(page).getByText('third.jpg')).toBeVisible()
  await expect(told).toBeHidden()
})

test('of several pictures dropped at once the first is used, and that is said', { tag: '@long' }, async ({ page }) => {
  const { open } = studio(page)
  await open(server.origin)
  const photo = (await makePhoto({ width: 600, height: 400 })).toString('base64')
  const transfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
    const dropped = new DataTransfer()
    for (let i = 1; i <= 20; i++) dropped.items.add(new File([bytes], `picture-${i}.jpg`, { type: 'image/jpeg' }))
    return dropped
  }, photo)
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await expect(page.getByText('The first of 20 is used.')).toBeVisible()
  await expect(form(page).getByText('picture-1.jpg')).toBeVisible()
})

test('what is generated is the part that was chosen', async ({ page }) => {
  const { open, drop, pressGenerate, work } = studio(page)
  await open(server.origin)
  await drop({ name: 'panorama.jpg', bytes: await makePanorama() })
  await form(page).getByRole('slider', { name: 'Part that is used' }).focus()
  await page.keyboard.press('End')
  await expect.poll(() => edgeColours(picture(page))).toEqual(['green', 'blue'])
  await pressGenerate()
  const source = work.getByRole('article').first().getByRole('img', { name: 'The picture it is made from' })
  await expect(source).toBeVisible()
  expect(await edgeColours(source)).toEqual(['green', 'blue'])
})
