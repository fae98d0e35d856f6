import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { expectBalance, studio } from './support/studio.ts'

const COMMIT_PATH = '/api/v1/ai/i2v/gen/custom'
const POLL_PATH = '/api/v1/ai/i2v/query/batch'

test(
  'a device whose records are cleared under the app shows a message, follows the running tasks, retains the draft, and sends nothing twice',
  { tag: '@long' },
  async ({ page, context, server }) => {
    const engine = server.holdVideos()
    const { open, drop, prompt, pressGenerate, work } = studio(page)
    await open(server.origin)
    await expectBalance(page, 100)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 900, height: 600 }) })
    await prompt.fill('Pan left over the sea')
    await pressGenerate()
    await engine.untilPaused(1)
    await expect(work.getByText('Rendering')).toBeVisible()
    await prompt.fill('Orbit around the island')

    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'indexeddb' })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText("Your browser deleted Kinora's data on this device.")).toBeVisible()
    await expect(prompt).toHaveValue('Orbit around the island')

    // The hub polls only while it knows of running tasks, so a further poll shows that it knows the task again.
    const pollsBefore = server.timesOf(POLL_PATH).length
    await expect.poll(() => server.timesOf(POLL_PATH).length).toBeGreaterThan(pollsBefore)
    engine.release()
    await expect(page.getByRole('article', { name: 'Video: Pan left over the sea' })).toBeVisible({ timeout: 60_000 })
    await expectBalance(page, 50)
    await page.reload()
    await expect(prompt).toHaveValue('Orbit around the island')
    await expectBalance(page, 50)
    expect(server.timesOf(COMMIT_PATH)).toHaveLength(1)
  },
)
