import { AxeBuilder } from '@axe-core/playwright'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { DOUBLE_TAP_MS, PREVIEW_MAX_ZOOM, PREVIEW_MIN_ZOOM } from '#shared/domain/preview-zoom.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { collectErrors } from './page-errors.ts'

const PICTURE = { width: 1200, height: 800 }
const PHONE = { width: 393, height: 852 }
const SLOW_PATH = '/slow.jpg'

let server: TestServer
let bytes: Buffer

test.beforeAll(async () => {
  server = await startTestServer()
  bytes = await sharp({ create: { ...PICTURE, channels: 3, background: '#86a' } })
    .jpeg()
    .toBuffer()
})

test.afterAll(async () => {
  await server.close()
})

/** The demo with a picture, and the preview over it. */
function demo(page: Page) {
  const layer = page.getByRole('dialog', { name: /^Closer look: / })
  const opener = page.getByRole('button', { name: 'Look closer', exact: true })
  const picture = layer.getByRole('img', { name: 'sea.jpg' })
  return {
    layer,
    opener,
    picture,
    percent: (percent: number) => expect(layer.getByRole('status')).toHaveText(`${percent} %`),
    pick: async () => {
      await page.goto(`${server.origin}/demo/crop`)
      await page.getByLabel('Choose a picture').setInputFiles({ name: 'sea.jpg', mimeType: 'image/jpeg', buffer: bytes })
      await expect(opener).toBeVisible()
    },
    look: async () => {
      await opener.click()
      await expect(layer.getByRole('status')).toHaveText('100 %')
    },
  }
}

/** Counts the presses that reach the page below, beside those that open the preview. */
async function countPressesBelow(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const count = ({ target }: Event) => {
      const isBelow = target instanceof Element && target.closest('dialog') === null && !target.textContent.startsWith('Look closer')
      if (isBelow) document.body.dataset['presses'] = String(Number(document.body.dataset['presses'] ?? 0) + 1)
    }
    for (const name of ['click', 'dblclick']) addEventListener(name, count, true)
  })
  return () => page.evaluate(() => Number(document.body.dataset['presses'] ?? 0))
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('nothing is shown')
  return box
}

async function middleOf(locator: Locator) {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

async function dragBy(page: Page, picture: Locator, x: number, y: number): Promise<void> {
  const middle = await middleOf(picture)
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + x, middle.y + y, { steps: 4 })
  await page.mouse.up()
}

test('it closes by button, backdrop, double click and Escape, gives the focus back, and lets no press through', async ({ page }) => {
  const errors = collectErrors(page)
  const { pick, look, layer, opener, picture } = demo(page)
  await pick()
  const pressesBelow = await countPressesBelow(page)
  const ways = {
    button: () => layer.getByRole('button', { name: 'Close' }).click(),
    backdrop: () => page.mouse.click(40, 450),
    'double click': () => picture.dblclick(),
    escape: () => page.keyboard.press('Escape'),
  }
  for (const [name, close] of Object.entries(ways)) {
    await look()
    await close()
    await expect(layer, name).toHaveCount(0)
    await expect(opener, name).toBeFocused()
  }
  expect(await pressesBelow()).toBe(0)
  await look()
  await picture.click()
  await dragBy(page, picture, -700, 0)
  await expect(layer).toBeVisible()
  expect(errors).toEqual([])
})

test('wheel, buttons and keys zoom within the limits, and each opening begins anew', { tag: '@long' }, async ({ page }) => {
  const { pick, look, layer, picture, percent } = demo(page)
  await pick()
  await look()
  const { width } = await boxOf(picture)
  await page.mouse.move(900, 450)
  await page.mouse.wheel(0, -100)
  await percent(110)
  await expect.poll(async () => (await boxOf(picture)).width).toBeCloseTo(width * 1.1, 0)
  for (let turns = 0; turns < 9; turns++) await page.mouse.wheel(0, -100)
  await percent(200)
  await expect.poll(async () => (await boxOf(picture)).width).toBeCloseTo(width * 2, 0)
  const underPointer = async () => (900 - (await boxOf(picture)).x) / (await boxOf(picture)).width
  const share = await underPointer()
  for (let turns = 0; turns < 25; turns++) await page.mouse.wheel(0, -100)
  await percent(PREVIEW_MAX_ZOOM * 100)
  await expect(layer.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(async () => (await boxOf(picture)).width).toBeCloseTo(width * 3, 0)
  expect(await underPointer()).toBeCloseTo(share, 3)
  await page.keyboard.press('0')
  await percent(100)
  for (let presses = 0; presses < 7; presses++) await page.keyboard.press('-')
  await percent(PREVIEW_MIN_ZOOM * 100)
  await page.keyboard.press('+')
  await percent(60)
  await layer.getByRole('button', { name: 'Zoom in' }).dblclick()
  await percent(80)
  await layer.getByRole('button', { name: 'Zoom out' }).click()
  await percent(70)
  await layer.getByRole('button', { name: 'Back to 100 %' }).click()
  await percent(100)
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('+')
  const before = await boxOf(picture)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOf(picture)).x).toBeLessThan(before.x)
  await page.keyboard.press('Escape')
  await look()
  await expect.poll(async () => (await boxOf(picture)).width).toBeCloseTo(width, 0)
})

test('a mouse drags the picture, never out of sight', { tag: '@long' }, async ({ page }) => {
  const { pick, look, picture, percent } = demo(page)
  await pick()
  await look()
  const before = await boxOf(picture)
  await dragBy(page, picture, 60, 20)
  await expect.poll(async () => (await boxOf(picture)).x).toBeCloseTo(before.x + 60, 0)
  await expect.poll(async () => (await boxOf(picture)).y).toBeCloseTo(before.y + 20, 0)
  await dragBy(page, picture, 600, 0)
  // The scrollbar keeps its place beside what lies over the page.
  const edge = await page.evaluate(() => document.documentElement.offsetWidth)
  await expect.poll(async () => Math.round((await boxOf(picture)).x + before.width)).toBe(edge)
  await percent(100)
})

test('the demo cuts the chosen part, tells both sizes, keeps the choice and saves it under a readable name', async ({ page }) => {
  const { pick } = demo(page)
  await pick()
  await expect(page.getByText('1,200 × 800 px')).toBeVisible()
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByRole('button', { name: '确定' }).click()
  const cut = page.getByRole('region', { name: 'The cut' })
  await expect(cut.getByText(/^1,200 × 800 px · .+ → 1,067 × 800 px · /)).toBeVisible()
  const saved = page.waitForEvent('download')
  await cut.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('sea-cropped.jpg')
  const { width, height, format } = await sharp(await (await saved).path()).metadata()
  expect([width, height, format]).toEqual([1067, 800, 'jpeg'])
  await cut.getByRole('button', { name: 'Look closer at the cut' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'sea-cropped.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Crop again' }).click()
  await page.getByRole('button', { name: '取消' }).click()
  await expect(cut.getByText(/1,067 × 800 px/)).toBeVisible()
})

test('the focus stays inside and goes through every control', { tag: '@long' }, async ({ page }) => {
  const { pick, opener, layer, percent } = demo(page)
  await pick()
  await opener.focus()
  await page.keyboard.press('Enter')
  await percent(100)
  const focused = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null && document.activeElement?.textContent)
  await expect(layer.getByRole('button', { name: 'Close' })).toBeFocused()
  const names = []
  for (let tabs = 0; tabs < 3; tabs++) {
    await page.keyboard.press('Tab')
    expect(await focused()).not.toBe(false)
    names.push(await page.evaluate(() => document.activeElement?.getAttribute('title')))
  }
  expect(names).toEqual(['Zoom out', 'Back to 100 %', 'Zoom in'])
})

test('a picture that is slow shows a spinner, one that fails a warning', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript((path) => {
    URL.createObjectURL = () => path
    URL.revokeObjectURL = () => undefined
  }, SLOW_PATH)
  let fail = () => {}
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(`**${SLOW_PATH}`, async (route) => {
    await failing
    await route.abort()
  })
  const { pick, opener, layer, picture } = demo(page)
  await pick()
  await opener.click()
  await expect(layer.getByRole('status')).toHaveText('The picture is loading')
  await expect(layer.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
  fail()
  await expect(layer.getByRole('alert')).toHaveText('This picture could not be shown.')
  await expect(picture).toHaveCount(0)
  await expect(layer.getByRole('status')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

for (const theme of ['dark', 'light']) {
  test(
    `axe finds nothing on the demo and in the preview in the ${theme} theme`,
    { tag: theme === 'dark' ? [] : '@long' },
    async ({ page }) => {
      await page.addInitScript((mode) => localStorage.setItem('kinora.colorMode', JSON.stringify(mode)), theme)
      const { pick, look } = demo(page)
      await pick()
      const problems = async () =>
        (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
      expect(await problems()).toEqual([])
      await look()
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
      expect(await problems()).toEqual([])
    },
  )
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  const touch = (session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map(({ x, y }, id) => ({ x, y, id })) })

  test('a mouse does not drag, one finger only what is zoomed in, and two fingers pinch without closing', async ({ page, context }) => {
    const { pick, look, layer, picture } = demo(page)
    await pick()
    await look()
    const middle = await middleOf(picture)
    const fitted = await boxOf(picture)
    for (let presses = 0; presses < 10; presses++) await page.keyboard.press('+')
    await expect.poll(async () => (await boxOf(picture)).width).toBeCloseTo(fitted.width * 2, 0)
    const zoomedIn = await boxOf(picture)
    await dragBy(page, picture, 90, 0)
    expect(await boxOf(picture)).toEqual(zoomedIn)

    const session = await context.newCDPSession(page)
    const swipe = async (by: number) => {
      await touch(session, 'touchStart', middle)
      for (const part of [0.3, 0.7, 1]) await touch(session, 'touchMove', { x: middle.x + by * part, y: middle.y })
      await touch(session, 'touchEnd')
    }
    await swipe(90)
    await expect.poll(async () => Math.round((await boxOf(picture)).x - zoomedIn.x)).toBe(90)
    await page.keyboard.press('0')
    await expect.poll(() => boxOf(picture)).toEqual(fitted)
    await swipe(90)
    expect(await boxOf(picture)).toEqual(fitted)
    const fingers = (apart: number) => [
      { x: middle.x - apart, y: middle.y - 5 },
      { x: middle.x + apart, y: middle.y + 5 },
    ]
    await touch(session, 'touchStart', ...fingers(40))
    for (const apart of [50, 70, 100]) await touch(session, 'touchMove', ...fingers(apart))
    await touch(session, 'touchEnd')
    await expect.poll(async () => Math.round(((await boxOf(picture)).width / fitted.width) * 10) / 10).toBe(2.5)
    await expect(layer).toBeVisible()
  })

  test('a double tap closes, slow taps do not, and nothing below is pressed', async ({ page }) => {
    const { pick, look, layer, opener, picture } = demo(page)
    await pick()
    const pressesBelow = await countPressesBelow(page)
    await look()
    const middle = await middleOf(picture)
    const tap = () => page.touchscreen.tap(middle.x, middle.y)
    await tap()
    const tappedMs = await page.evaluate(() => performance.now())
    await page.waitForFunction((untilMs) => performance.now() > untilMs, tappedMs + DOUBLE_TAP_MS)
    await tap()
    await expect(layer).toBeVisible()
    await page.waitForFunction((untilMs) => performance.now() > untilMs, tappedMs + 3 * DOUBLE_TAP_MS)
    await tap()
    await tap()
    await expect(layer).toHaveCount(0)
    await expect(opener).toBeFocused()
    await look()
    await page.touchscreen.tap(PHONE.width / 2, 120)
    await expect(layer).toHaveCount(0)
    expect(await pressesBelow()).toBe(0)
  })
})
