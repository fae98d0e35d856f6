import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { Intercept } from '../fixtures/start-test-server.ts'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { collectErrors } from './support/page-errors.ts'
import { expectBalance, studio } from './support/studio.ts'
import { repeatWakeMessage } from './support/network-back.ts'

test.use({ serviceWorkers: 'allow' })

const PROBE_SIDE = 32
const VIEWPORTS = [
  { width: 393, height: 852 },
  { width: 1440, height: 900 },
]

let server: SharedServer
let isAway: boolean

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  isAway = false
  const intercept: Intercept = async (request, forward, socket) => {
    if (!isAway) return forward(request)
    socket.destroy()
    return new Response(null, { status: 503 })
  }
  server.config.welcomePointsVisitor = 300
  server.holdVideos()
  server.intercept(intercept)
})

/** The elements of the form and its sketch, once the form has a picture. */
function form(page: Page) {
  const region = page.getByRole('region', { name: 'New video' })
  return {
    sketch: region.getByRole('group', { name: 'Photo' }).locator('canvas'),
    label: region.getByText('Sketch · your video will be sharper'),
    promptNote: region.getByRole('note', { name: 'How we interpret your prompt' }),
    compareButton: region.getByRole('button', { name: 'Show photo' }),
  }
}

async function openWithPicture(page: Page): Promise<void> {
  await studio(page).open(server.origin)
  await expectBalance(page, 300)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  isAway = true
  await studio(page).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 900, height: 600 }) })
}

/** The pixels of a canvas, reduced to PROBE_SIDE × PROBE_SIDE px, as text. */
function readPixels(canvas: Locator): Promise<string> {
  return canvas.evaluate((element: HTMLCanvasElement, side) => {
    const copy = new OffscreenCanvas(side, side)
    const context = copy.getContext('2d')
    context?.drawImage(element, 0, 0, side, side)
    return String(context?.getImageData(0, 0, side, side).data)
  }, PROBE_SIDE)
}

async function expectMoving(canvas: Locator): Promise<void> {
  await expect(canvas).toBeVisible()
  const pixelsBefore = await readPixels(canvas)
  await expect.poll(() => readPixels(canvas)).not.toBe(pixelsBefore)
}

test(
  'without a network the prompt moves as a sketch before the purchase, with a list of its limits, and on the stage and its card afterwards',
  { tag: ['@moving', '@long'] },
  async ({ page }) => {
    const errors = collectErrors(page)
    const { prompt, pressGenerate, work } = studio(page)
    const { sketch, label, promptNote, compareButton } = form(page)
    await openWithPicture(page)
    await prompt.fill('Fast push in, she starts dancing and speaks')
    await expect(label).toBeVisible()
    await expectMoving(sketch)
    await expect(promptNote).toContainText('We recognized: push in')
    await expect(promptNote).toContainText("“she starts dancing”: we can't make people or things in the photo do this.")
    await expect(promptNote).toContainText("“speaks”: we can't make anyone in the photo speak or sing.")

    await compareButton.click()
    await expect(label).toHaveCount(0)
    await compareButton.click()
    await expectMoving(sketch)

    await pressGenerate()
    const stage = page.getByRole('region', { name: 'Preview' })
    await expect(stage.getByText('Waiting for a connection')).toBeVisible()
    await expect(stage.getByText('Sketch', { exact: true }).filter({ visible: true })).toBeVisible()
    await expectMoving(stage.locator('canvas'))
    isAway = false
    await repeatWakeMessage(page)
    await expect(stage.getByText('Rendering')).toBeVisible()
    await expectMoving(stage.locator('canvas'))
    await stage.getByRole('button', { name: 'Prepare next video' }).click()
    const card = work.getByRole('article', { name: /^In progress:/ })
    await card.hover()
    await expectMoving(card.locator('canvas'))
    expect(errors).toEqual([])
  },
)

test(
  'the form and the stage with their sketches pass the accessibility check, in both themes, on a phone and a desktop',
  { tag: '@long' },
  async ({ page }) => {
    const { label, promptNote } = form(page)
    await openWithPicture(page)
    await chooseRadio(page.getByRole('radio', { name: '3', exact: true }))
    await studio(page).prompt.fill('Slow push in, light rain, golden light, she starts dancing and speaks')
    await expect(promptNote).toContainText('“speaks”')
    // The sketch plays only while its picture is visible.
    await page.getByRole('img', { name: 'Your photo' }).scrollIntoViewIfNeeded()
    await expect(label).toBeVisible()
    await studio(page).pressGenerate()
    const stageLabel = page.getByRole('region', { name: 'Preview' }).getByText('Sketch', { exact: true }).filter({ visible: true })
    await expect(stageLabel).toBeVisible()
    for (const theme of ['dark', 'light']) {
      if (theme === 'light') await page.getByRole('button', { name: 'Switch to light theme' }).click()
      for (const viewport of VIEWPORTS) {
        await page.setViewportSize(viewport)
        await expect(stageLabel).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      }
    }
  },
)

/** Chooses a radio by script, because a bar over the page could receive a press. */
function chooseRadio(radio: Locator): Promise<void> {
  return radio.evaluate((input: HTMLInputElement) => input.click())
}
