import { toParameters } from '#server/motion/engines/to-parameters.ts'
import { WAN_MODEL, WAN_OFFER } from '#server/motion/engines/comfyui/wan-options.ts'
import { EngineAway } from '#server/motion/engine.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type PausedEngine, createPausedEngine, createInstantEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { studio } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const POINTS_PER_SECOND = 20

let otherEngine: PausedEngine
let server: TestServer

test.beforeAll(async () => {
  otherEngine = createPausedEngine({ name: 'other', parameters: toParameters(WAN_MODEL, WAN_OFFER) })
  const engines = [createInstantEngine(), otherEngine].map((engine) => ({ engine, concurrency: 1 }))
  const prices = new Map([[WAN_MODEL, POINTS_PER_SECOND]])
  server = await startTestServer({ engines, prices, config: { welcomePointsVisitor: 500 } })
})
test.afterAll(() => server.close())

test('models are listed with their abilities and costs, and the chosen one makes the video', async ({ page }) => {
  const form = studio(page)
  await form.open(server.origin)
  const models = page.getByRole('group', { name: 'Model' })
  const ownModel = models.getByRole('radio', { name: /^Kinora Motion/ })
  const wanModel = models.getByRole('radio', { name: /^Wan 2\.2 120 points/ })
  await expect(ownModel).toBeChecked()
  await expect(page.getByRole('button', { name: 'Brush' })).toBeVisible()
  const photo = { name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) }
  await form.drop(photo)

  await wanModel.focus()
  await page.keyboard.press('Space')
  await expect(wanModel).toBeChecked()
  await expect(page.getByRole('radio', { name: /^1080p/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Brush' })).toHaveCount(0)
  await page.reload()
  await expect(wanModel).toBeChecked()

  // The reload may have come before the first photo was stored, so the test drops the photo again. The button shows the price once the
  // photo is stored.
  await form.drop(photo)
  await expect(form.generateButton).toHaveText(/120/)
  await form.pressGenerate()
  await otherEngine.untilPaused(1)
  expect(otherEngine.paused[0]?.resolution).toBe('720p')
  otherEngine.release()
})

test('a model whose engine accepts no orders is marked unavailable, and another one makes the video if the user agreed', async ({
  page,
}) => {
  const form = studio(page)
  await form.open(server.origin)
  const wanModel = page.getByRole('radio', { name: /^Wan 2\.2/ })
  const fallbackSwitch = page.getByRole('switch', { name: 'Use another model if this one is unavailable' })
  await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await wanModel.focus()
  await page.keyboard.press('Space')
  await fallbackSwitch.press('Space')
  await form.pressGenerate()
  await otherEngine.untilPaused(1)
  otherEngine.release(new EngineAway('no answer', 'unreachable'))
  await expect(form.work.getByRole('button', { name: /play/i }).first()).toBeVisible()

  await page.reload()
  await expect(page.getByText("We can't reach this model")).toBeVisible()
  await expect(fallbackSwitch).toBeChecked()
  await fallbackSwitch.press('Space')
  await form.pressGenerate()
  await expect(page.getByText('Waiting for the video service').first()).toBeVisible()
})

test('an effect is made by the default model, without a choice', async ({ page }) => {
  await studio(page).open(server.origin, '/tools/video-templates')
  await expect(page.getByRole('radio', { name: /^720p/ })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Model' })).toHaveCount(0)
})
