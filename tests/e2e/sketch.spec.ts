import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { Intercept, TestServer } from '../fixtures/start-test-server.ts'
import { expect, test } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { createHeldEngine } from '../fixtures/server/test-engines.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { collectErrors } from './page-errors.ts'
import { expectBalance, studio } from './studio.ts'

const PROBE_SIDE = 32
const VIEWPORTS = [
  { width: 393, height: 852 },
  { width: 1440, height: 900 },
]

let server: TestServer
let isAway: boolean

test.beforeEach(async () => {
  isAway = false
  const intercept: Intercept = async (request, forward, socket) => {
    if (!isAway) return forward(request)
    socket.destroy()
    return new Response(null, { status: 503 })
  }
  server = await startTestServer({ intercept, engine: createHeldEngine(), config: { welcomePointsVisitor: 300 } })
})

test.afterEach(async () => {
  await server.close()
})

/** The form with a picture in it. */
function form(page: Page) {
  const region = page.getByRole('region', { name: 'New video' })
  return {
    sketch: region.getByRole('group', { name: 'Picture' }).locator('canvas'),
    label: region.getByText('Sketch · the video will be sharper'),
    reading: region.getByRole('note', { name: 'What is read from your words' }),
    compare: region.getByRole('button', { name: 'Show the still picture' }),
  }
}

async function openWithPicture(page: Page): Promise<void> {
  await studio(page).open(server.origin)
  await expectBalance(page, 300)
  await page.evaluate(() => navigator.serviceWorker.ready)
  isAway = true
  await studio(page).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 900, height: 600 }) })
}

/** A small copy of what stands on a canvas, as text. */
function seen(canvas: Locator): Promise<string> {
  return canvas.evaluate((element: HTMLCanvasElement, side) => {
    const copy = new OffscreenCanvas(side, side)
    const context = copy.getContext('2d')
    context?.drawImage(element, 0, 0, side, side)
    return String(context?.getImageData(0, 0, side, side).data)
  }, PROBE_SIDE)
}

async function expectMoving(canvas: Locator): Promise<void> {
  await expect(canvas).toBeVisible()
  const before = await seen(canvas)
  await expect.poll(() => seen(canvas)).not.toBe(before)
}

test('without a network the wish moves as a sketch before it is paid for, with what it cannot show, and on its card afterwards', async ({
  page,
}) => {
  const errors = collectErrors(page)
  const { prompt, pressGenerate, work } = studio(page)
  const { sketch, label, reading, compare } = form(page)
  await openWithPicture(page)
  await prompt.fill('Fast push in, she starts dancing and speaks')
  await expect(label).toBeVisible()
  await expectMoving(sketch)
  await expect(reading).toContainText('Reads: push in')
  await expect(reading).toContainText('“she starts dancing”: people and things in the picture cannot act.')
  await expect(reading).toContainText('“speaks”: nobody in the picture can speak or sing.')

  await compare.click()
  await expect(label).toHaveCount(0)
  await compare.click()
  await expectMoving(sketch)

  await pressGenerate()
  const card = work.getByRole('article', { name: /^Under way:/ })
  await expect(card.getByText('Waits for connection')).toBeVisible()
  await expect(card.getByText('Sketch', { exact: true })).toBeVisible()
  await card.hover()
  await expectMoving(card.locator('canvas'))
  isAway = false
  await expect(card.getByText('Rendering')).toBeVisible({ timeout: 60_000 })
  await card.hover()
  await expectMoving(card.locator('canvas'))
  expect(errors).toEqual([])
})

test('who wants less motion sees the middle of the sketch, of each take and each video, and may play it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { sketch, label } = form(page)
  await openWithPicture(page)
  await expect(label).toBeVisible()
  const play = page.getByRole('button', { name: 'Play the sketch' })
  await expect(play).toBeVisible()
  const stills = [await seen(sketch)]
  const change = async (act: () => Promise<void>) => {
    await act()
    await expect.poll(() => seen(sketch)).not.toBe(stills.at(-1))
    stills.push(await seen(sketch))
  }
  await change(() => studio(page).prompt.fill('Fast push in'))
  await choose(page.getByRole('radio', { name: '2', exact: true }))
  await change(() => choose(page.getByRole('group', { name: 'Sketched take' }).getByRole('radio', { name: '2' })))
  await change(() => page.getByRole('button', { name: 'Another take' }).click())
  expect(new Set(stills).size).toBe(stills.length)
  await play.click()
  await expectMoving(sketch)
  await expect(play).toHaveCount(0)
})

test('the form and a card with their sketches have no flaw for those who use aids, in both themes, on a phone and a desk', async ({
  page,
}) => {
  const { label, reading } = form(page)
  await openWithPicture(page)
  await choose(page.getByRole('radio', { name: '3', exact: true }))
  await studio(page).prompt.fill('Slow push in, light rain, golden light, she starts dancing and speaks')
  await expect(reading).toContainText('“speaks”')
  // Only what is in sight is sketched.
  await page.getByRole('img', { name: 'Your picture' }).scrollIntoViewIfNeeded()
  await expect(label).toBeVisible()
  await studio(page).pressGenerate()
  await studio(page).work.getByRole('article').first().scrollIntoViewIfNeeded()
  await expect(studio(page).work.getByText('Sketch', { exact: true })).toBeVisible()
  for (const theme of ['dark', 'light']) {
    if (theme === 'light') await page.getByRole('button', { name: 'Switch to the light theme' }).click()
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport)
      await expect(label).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    }
  }
})

test('a picture that is cut while its still version is looked at is sketched again', { tag: '@long' }, async ({ page }) => {
  const { sketch, label, compare } = form(page)
  await openWithPicture(page)
  await expect(label).toBeVisible()
  await compare.click()
  await expect(label).toHaveCount(0)
  await page.getByRole('button', { name: 'Crop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(label).toBeVisible()
  await expectMoving(sketch)
})

/** A press that no bar over the page can take. */
function choose(radio: Locator): Promise<void> {
  return radio.evaluate((input: HTMLInputElement) => input.click())
}
