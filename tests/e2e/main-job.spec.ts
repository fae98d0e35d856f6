import { expect, test } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { BuiltServer } from './built-server.ts'
import { startBuiltServer } from './built-server.ts'
import { collectErrors } from './page-errors.ts'
import { expectBalance, playFirstVideo, studio } from './studio.ts'

let server: BuiltServer

test.beforeAll(async () => {
  server = await startBuiltServer()
})

test.afterAll(async () => {
  await server.dispose()
})

test('a photo of 12 megapixels that a camera stored lying becomes an upright 720p video of 6 seconds', async ({ page }, testInfo) => {
  const errors = collectErrors(page)
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(server.origin)
  await expectBalance(page, 100)
  const bytes = await makePhoto({ width: 3000, height: 4000, orientation: 6 })
  await drop({ name: 'IMG_0042.JPG', bytes })
  await prompt.fill('Slow push in')
  await pressGenerate()
  const pressedMs = performance.now()
  const facts = await playFirstVideo(page)
  const seconds = (performance.now() - pressedMs) / 1000
  testInfo.annotations.push({ type: 'seconds from the press to a playing video', description: seconds.toFixed(1) })
  console.log(`press to playing video: ${seconds.toFixed(1)} s`)

  expect(facts.videoHeight).toBe(960)
  expect(facts.videoWidth).toBe(720)
  expect(facts.duration).toBeCloseTo(6, 1)
  await expectBalance(page, 50)

  await page.goto(`${server.origin}/ai/creation`)
  await playFirstVideo(page)
  await page.reload()
  await playFirstVideo(page)
  await server.restart()
  await page.reload()
  expect(await playFirstVideo(page)).toEqual(facts)
  await expectBalance(page, 50)
  expect(errors).toEqual([])
})
