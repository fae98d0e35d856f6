import { expect, test } from './support/test.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { watchedWorker } from '../fixtures/watched-worker.ts'
import { afterActivation } from './support/after-activation.ts'
import { readShifts, watchShifts } from './support/layout-shift.ts'
import { studio } from './support/studio.ts'

test.use({ serviceWorkers: 'allow' })

const LARGEST_SHIFT = 0.02
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

let server: TestServer
let isNewerServed = false
let doesIgnoreActivation = false

test.beforeAll(async () => {
  server = await startTestServer({
    intercept: async (request, forward) => {
      if (new URL(request.url).pathname !== '/sw.js') return forward(request)
      // A request without the page's headers gets a plain body: no compression, and no 304 for an ETag.
      const script = await (await forward(new Request(request.url))).text()
      if (!isNewerServed) return watchedWorker(script)
      return watchedWorker(`${doesIgnoreActivation ? script.replaceAll('SKIP_WAITING', 'NOTHING') : script}\n// newer`)
    },
  })
})

test.afterAll(async () => {
  await server.close()
})

test.beforeEach(() => {
  isNewerServed = false
  doesIgnoreActivation = false
})

test('when a newer build does not activate on request, the page reloads without a wait', { tag: '@long' }, async ({ page }) => {
  await studio(page).open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  isNewerServed = true
  doesIgnoreActivation = true
  await page.reload()
  const pageLoad = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await pageLoad
  await expect(studio(page).generateButton).toBeVisible()
})

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(`on a ${size}`, () => {
    const isPhone = size === 'phone'
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })

    test(
      'a newer build’s offer covers nothing, shifts nothing, and is applied after a press',
      { tag: '@long' },
      async ({ page, context }) => {
        await watchShifts(context)
        const { open, generateButton } = studio(page)
        await open(server.origin)
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
        isNewerServed = true
        await page.reload()
        const updateButton = page.getByRole('button', { name: 'Update now' })
        await expect(updateButton).toBeVisible()

        const videosLink = page.getByRole('navigation').getByRole('link', { name: 'Videos' })
        const photoButton = page.getByRole('button', { name: 'Choose a photo' })
        const visibleElements = [
          page.getByRole('heading', { level: 1 }),
          page.getByRole('link', { name: 'Image to video' }),
          photoButton,
          videosLink,
          updateButton,
        ]
        for (const element of isPhone ? visibleElements : [...visibleElements, generateButton]) {
          const isUncovered = () =>
            element.first().evaluate((element) => {
              const { left, top, width, height } = element.getBoundingClientRect()
              const elementAt = (share: number) => document.elementFromPoint(left + width / 2, top + height * share)
              return [0.1, 0.5, 0.9].every((share) => element.contains(elementAt(share)))
            })
          await expect.poll(isUncovered, String(element)).toBe(true)
        }
        await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
        const isEndUncovered = () =>
          updateButton.evaluate((button) => {
            const endOfPage = document.querySelector('main')?.getBoundingClientRect().bottom ?? Infinity
            // A page scrolls to whole pixels, so the button may cover up to one px of the page's end.
            return endOfPage < (button.parentElement?.getBoundingClientRect().top ?? 0) + 1
          })
        if (isPhone) await expect.poll(isEndUncovered).toBe(true)
        const { sum, movedElements } = await readShifts(page)
        expect(sum, movedElements.join(' | ')).toBeLessThanOrEqual(LARGEST_SHIFT)
        const pageLoad = page.waitForEvent('load')
        await updateButton.click()
        await afterActivation(page, pageLoad)
        await expect(generateButton).toBeVisible()
        await expect(updateButton).toHaveCount(0)
        const isWaiting = async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null
        await expect(async () => expect(await page.evaluate(isWaiting)).toBe(false)).toPass({ timeout: 30_000 })
      },
    )
  })
