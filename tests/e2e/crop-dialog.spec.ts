import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { cropStudio, fingersOn } from './crop-studio.ts'
import { collectErrors } from './page-errors.ts'
import { studio } from './studio.ts'

const PHOTO = { width: 1200, height: 900 }
const PHONE = { width: 393, height: 852 }
/** Px of the photo for one of the canvas. */
const SCALE = 3

/** The page's own backdrop is drawn by a pseudo element, behind which axe would judge no contrast at all. */
const AXE_OPTIONS = { elementRef: false, checks: { 'color-contrast': { options: { ignorePseudo: true } } } }

let server: TestServer
let photo: Buffer

test.beforeAll(async () => {
  server = await startTestServer()
  photo = await makePhoto(PHOTO)
})

test.afterAll(async () => {
  await server.close()
})

async function open(page: Page) {
  const crop = cropStudio(page)
  await crop.bring(server.origin, photo)
  await crop.opener.click()
  await expect(crop.box).toBeVisible()
  return crop
}

test('it has the fixed texts, no close button, is clean for axe in the dark theme, and a click beside it does nothing', async ({
  page,
}) => {
  const errors = collectErrors(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { dialog, button, ratio } = await open(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await violationsOn(page)).toEqual([])
  for (const words of ['预览', '宽高比']) await expect(dialog.getByText(words, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(14)
  for (const name of ['重置', '取消', '确定']) await expect(button(name)).toBeEnabled()
  await expect(dialog.getByRole('radio')).toHaveCount(5)
  await expect(ratio('4:3')).toBeChecked()
  await expect(dialog).toHaveAttribute('lang', 'zh-CN')
  await page.mouse.click(5, 450)
  await expect(dialog).toBeVisible()
  await button('取消').click()
  await expect(dialog).toBeHidden()
  expect(errors).toEqual([])
})

test('it speaks English when asked to, and is clean for axe in the light theme', { tag: '@long' }, async ({ page }) => {
  const errors = collectErrors(page)
  await page.addInitScript(() => {
    localStorage.setItem('kinora.componentLocale', '"en"')
    localStorage.setItem('kinora.colorMode', '"light"')
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { bring, opener } = cropStudio(page)
  await bring(server.origin, photo)
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  for (const name of ['Reset', 'Cancel', 'Confirm']) await expect(dialog.getByRole('button', { name, exact: true })).toBeEnabled()
  await expect(dialog).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await violationsOn(page)).toEqual([])
  expect(errors).toEqual([])
})

test('all of it works by keyboard alone', async ({ page }) => {
  const crop = cropStudio(page)
  const { dialog, stage, part, zoom, opener } = crop
  await crop.bring(server.origin, photo)
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(crop.box).toBeVisible()
  await expect(stage).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(crop.box).toBeVisible()
  expect(await part()).toEqual({ x: 0, y: 0, ...PHOTO })

  await page.keyboard.press('Shift+ArrowLeft')
  expect(await part()).toMatchObject({ x: 0, width: PHOTO.width - SCALE })
  await page.keyboard.press('ArrowRight')
  expect(await part()).toMatchObject({ x: SCALE })
  await page.keyboard.press('+')
  await expect(zoom).toHaveValue('1.1')
  await page.keyboard.press('0')
  await expect(zoom).toHaveValue('1')
  expect(await part()).toEqual({ x: 0, y: 0, ...PHOTO })

  await tabTo(page, '4:3')
  await page.keyboard.press('ArrowRight')
  await expect(crop.ratio('3:4')).toBeChecked()
  expect(await part()).toEqual({ x: 263, y: 0, width: 675, height: 900 })
  await tabTo(page, 'X')
  await page.keyboard.type('40')
  expect((await part()).width).toBe(675)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect(await part()).toEqual({ x: 40, y: 0, width: 675, height: 900 })
  await tabTo(page, '高')
  await page.keyboard.type('99999')
  await page.keyboard.press('Enter')
  expect((await part()).height).toBe(900)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('400')
  await page.keyboard.press('Tab')
  expect(await part()).toEqual({ x: 40, y: 0, width: 300, height: 400 })
  await tabTo(page, '向右旋转')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect(await part()).toMatchObject({ width: 300, height: 400 })

  await stage.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(crop.result).toHaveJSProperty('naturalWidth', 300)
  await expect(crop.result).toHaveJSProperty('naturalHeight', 400)
})

test('all of it works with one pointer that never drags, and the result has the size that was shown', async ({ page }) => {
  const { dialog, button, part, zoom, ratio, field, result } = await open(page)
  await ratio('1:1').click()
  await expect(ratio('1:1')).toBeChecked()
  expect(await part()).toEqual({ x: 150, y: 0, width: 900, height: 900 })
  await button('缩小选框').click()
  expect(await part()).toMatchObject({ width: 900 - 10 * SCALE })
  await button('向下移动').click()
  await button('向右移动').click()
  expect(await part()).toMatchObject({ x: 150 + 10 * SCALE, y: 10 * SCALE })
  await button('向左移动').click()
  await button('向上移动').click()
  expect(await part()).toMatchObject({ x: 150, y: 0 })
  await button('扩大选框').click()
  expect(await part()).toMatchObject({ width: 900 })
  await button('放大').click()
  await button('放大').click()
  await button('缩小').click()
  await expect(zoom).toHaveValue('1.1')
  await button('向左旋转').click()
  await button('向右旋转').click()
  await button('水平翻转').click()
  await field('宽').click()
  await field('宽').fill('511')
  await expect(dialog.getByText(/^\d+ × \d+ 像素$/)).not.toHaveText('511 × 511 像素')
  await field('X').click()
  await expect(dialog.getByText('511 × 511 像素', { exact: true })).toBeVisible()
  await button('确定').click()
  await expect(dialog).toBeHidden()
  await expect(result).toHaveJSProperty('naturalWidth', 511)
  await expect(result).toHaveJSProperty('naturalHeight', 511)
})

test(
  'the box is moved and resized by dragging, the picture zoomed by the wheel and moved under the box',
  { tag: '@long' },
  async ({ page }) => {
    const { dialog, part, at, stage, zoom, field } = await open(page)
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      const [start, end] = [await at(from), await at(to)]
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y, { steps: 4 })
      await page.mouse.up()
    }
    await drag({ x: 400, y: 300 }, { x: 200, y: 150 })
    expect(await part()).toEqual({ x: 0, y: 0, width: 600, height: 450 })
    await drag({ x: 100, y: 75 }, { x: 150, y: 95 })
    expect(await part()).toEqual({ x: 150, y: 60, width: 600, height: 450 })
    await drag({ x: 50, y: 20 }, { x: -900, y: -900 })
    expect(await part()).toMatchObject({ x: 70, y: 0 })
    await field('宽').fill('600')
    await drag({ x: 120, y: 80 }, { x: 2000, y: 2000 })
    expect(await part()).toEqual({ x: 600, y: 450, width: 600, height: 450 })

    // The browser tells of a wheel in whole px of the screen, and the stage may begin between two of them.
    const near = await at({ x: 100, y: 75 })
    const pointer = { x: Math.round(near.x), y: Math.round(near.y) }
    const aboutX = 100 + pointer.x - near.x
    await page.mouse.move(pointer.x, pointer.y)
    await page.mouse.wheel(0, -1100)
    await expect(zoom).toHaveValue('2')
    await expect.poll(part).toMatchObject({ x: Math.round(SCALE * aboutX + ((200 - aboutX) * SCALE) / 2), width: 300 })
    await drag({ x: 40, y: 40 }, { x: 20, y: 20 })
    const panned = await part()
    expect(panned.x).toBeGreaterThan(475)
    expect(panned).toMatchObject({ width: 300, height: 225 })
    await stage.dblclick({ position: { x: 30, y: 30 } })
    expect(await part()).toEqual({ x: 0, y: 0, ...PHOTO })
    await expect(zoom).toHaveValue('1')

    await dialog.getByRole('heading', { name: '裁剪图片' }).click()
    await page.keyboard.press('Shift+ArrowLeft')
    expect((await part()).width).toBe(PHOTO.width - SCALE)
  },
)

test(
  'a turned picture is shown and cut as it was turned, told where it rests, and opened again as it was left',
  { tag: '@long' },
  async ({ page }) => {
    const { stage, dialog, bring, opener, box, button, part, ratio, result } = cropStudio(page)
    const preview = dialog.getByRole('img', { name: '预览' })
    await bring(server.origin, await makeQuarters())
    await opener.click()
    await expect(box).toBeVisible()
    expect(await cornersOf(stage.locator('canvas'))).toEqual(['red', 'green', 'blue', 'white'])
    await button('向右旋转').click()
    expect(await cornersOf(preview)).toEqual(['blue', 'red', 'white', 'green'])
    await button('水平翻转').click()
    await ratio('16:9').click()
    expect(await cornersOf(preview)).toEqual(['red', 'blue', 'green', 'white'])
    const left = await part()
    expect(left).toMatchObject({ width: 300, height: 169 })
    await expect(dialog.getByText(`选框 300 × 169 像素，X 0，Y ${left.y}，缩放 1 倍`)).toBeAttached()
    await button('确定').click()
    await expect(result).toHaveJSProperty('naturalWidth', 300)
    await expect(result).toHaveJSProperty('naturalHeight', 169)
    expect(await cornersOf(result)).toEqual(['red', 'blue', 'green', 'white'])
    await page.getByRole('button', { name: 'Crop again' }).click()
    await expect(ratio('16:9')).toBeChecked()
    await expect.poll(part).toEqual(left)
    expect(await cornersOf(preview)).toEqual(['red', 'blue', 'green', 'white'])
  },
)

test('a finger lets a typed number count first, and a drag that the browser takes away ends', { tag: '@long' }, async ({ page }) => {
  const { part, at, field, zoom } = await open(page)
  await field('宽').fill('900')
  const fingers = await fingersOn(page)
  await fingers.down(await at({ x: 180, y: 150 }))
  await fingers.move(await at({ x: 200, y: 150 }))
  await expect.poll(part).toMatchObject({ x: 20 * SCALE, width: 900 })
  await fingers.cancel()
  const mouse = await at({ x: 200, y: 150 })
  await page.mouse.move(mouse.x, mouse.y)
  await page.mouse.down()
  await page.mouse.move(mouse.x + 40, mouse.y)
  await page.mouse.up()
  expect(await part()).toMatchObject({ x: 60 * SCALE, width: 900 })
  await expect(zoom).toHaveValue('1')
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

  test('it fits the screen, two fingers zoom, two taps reset, and it can be confirmed', async ({ page }) => {
    const { dialog, button, stage, part, at, zoom } = await open(page)
    const fingers = await fingersOn(page)
    await fingers.down(await at({ x: 180, y: 150 }), await at({ x: 220, y: 150 }))
    await fingers.move(await at({ x: 170, y: 150 }), await at({ x: 230, y: 150 }))
    await fingers.move(await at({ x: 160, y: 150 }), await at({ x: 240, y: 150 }))
    await fingers.up()
    await expect(zoom).toHaveValue('2')
    expect(await part()).toMatchObject({ x: 300, y: 225, width: 600 })
    const spot = await at({ x: 200, y: 150 })
    await page.touchscreen.tap(spot.x, spot.y)
    await page.touchscreen.tap(spot.x, spot.y)
    await expect(zoom).toHaveValue('1')
    expect(await part()).toEqual({ x: 0, y: 0, ...PHOTO })

    const widths = await dialog.evaluate((element) => [element.scrollWidth, element.clientWidth, document.documentElement.scrollWidth])
    expect(Math.max(...widths)).toBe(PHONE.width)
    await expect(button('确定')).toBeInViewport({ ratio: 1 })
    await expect(stage).toBeInViewport({ ratio: 1 })
    await button('扩大选框').scrollIntoViewIfNeeded()
    await expect(button('扩大选框')).toBeInViewport({ ratio: 1 })
    const corner = await stage.locator('[data-grip="topLeft"]').boundingBox()
    expect([corner?.width, corner?.height]).toEqual([44, 44])
    await button('确定').click()
    await expect(dialog).toBeHidden()
  })
})

test(
  'says that it loads, keeps its size meanwhile, and a failure is told by an alert that can be closed',
  { tag: '@long' },
  async ({ page }) => {
    const crop = cropStudio(page)
    const { dialog, button } = crop
    await crop.bring(server.origin, photo)
    await page.evaluate(() => {
      Object.assign(globalThis, {
        createImageBitmap: () => new Promise((_, reject) => Object.assign(globalThis, { breakPicture: () => reject(new Error('broken')) })),
      })
    })
    await crop.opener.click()
    await expect(dialog.getByText('正在加载图片...')).toBeVisible()
    await expect(button('确定')).toBeDisabled()
    const size = () => dialog.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])
    const sizeBefore = await size()
    await page.waitForFunction(() => 'breakPicture' in globalThis)
    await page.evaluate(() => (globalThis as unknown as { breakPicture: () => void }).breakPicture())
    const alert = dialog.getByRole('alert')
    await expect(alert).toContainText('damaged')
    expect(await size()).toEqual(sizeBefore)
    await alert.getByRole('button', { name: '关闭提示' }).click()
    await expect(alert).toBeHidden()
    await expect(dialog.getByText('图片加载失败')).toBeFocused()
    await expect(button('确定')).toBeDisabled()
    await button('取消').click()
    await expect(dialog).toBeHidden()
  },
)

test('a part too small for a video is marked, said so and cannot be confirmed', { tag: '@long' }, async ({ page }) => {
  const { dialog, box, button, field } = cropStudio(page)
  const form = studio(page)
  await form.open(server.origin)
  await form.drop({ name: 'small.jpg', bytes: await makePhoto({ width: 500, height: 400 }) })
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(box).toBeVisible()
  await field('高').fill('299')
  await field('高').press('Enter')
  await expect(dialog.getByText('每边至少需要 300 像素')).toBeVisible()
  await expect(button('确定')).toBeDisabled()
  await expect(button('确定')).toHaveAccessibleDescription('每边至少需要 300 像素')
  await field('高').fill('300')
  await field('高').press('Enter')
  await expect(button('确定')).toBeEnabled()
})

async function violationsOn(page: Page) {
  return (await new AxeBuilder({ page }).include('dialog').options(AXE_OPTIONS).analyze()).violations
}

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page
    .getByRole('dialog')
    .locator(':focus')
    .and(page.getByLabel(name, { exact: true }))
  for (let press = 0; press < 40 && (await target.count()) === 0; press += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** A picture of 400 × 300 px: red and green above, blue and white below. */
async function makeQuarters(): Promise<Buffer> {
  const quarter = { width: 200, height: 150, channels: 3 } as const
  const paints = ['#f00', '#0f0', '#00f', '#fff'].map((background, index) => ({
    input: { create: { ...quarter, background } },
    left: (index % 2) * quarter.width,
    top: Math.floor(index / 2) * quarter.height,
  }))
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#000' } })
    .composite(paints)
    .png()
    .toBuffer()
}

/** The colours near the four corners of a drawing, row by row. */
async function cornersOf(drawing: Locator): Promise<string[]> {
  return drawing.evaluate((source: HTMLCanvasElement | HTMLImageElement) => {
    const sheet = document.createElement('canvas')
    sheet.width = 20
    sheet.height = 20
    const context = sheet.getContext('2d')
    context?.drawImage(source, 0, 0, 20, 20)
    return [
      [4, 4],
      [16, 4],
      [4, 16],
      [16, 16],
    ].map(([x = 0, y = 0]) => {
      const [red = 0, green = 0, blue = 0] = context?.getImageData(x, y, 1, 1).data ?? []
      if (red > 128) return green > 128 ? 'white' : 'red'
      return green > 128 ? 'green' : blue > 128 ? 'blue' : 'black'
    })
  })
}
