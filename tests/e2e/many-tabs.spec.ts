import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { createHeldEngine } from '../fixtures/server/test-engines.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { studio } from './studio.ts'
import { withoutSharedWorker } from './without-workers.ts'

const TABS = 8
const HELD_MS = 60_000
const LEAST_GAP_MS = 2900
const QUERY = '/api/v1/ai/i2v/query/batch'
const TOAST = 'A background task finished successfully'

for (const [carrier, hasSharedWorker, tag] of [
  ['one shared worker', true, []],
  ['a worker of each tab', false, ['@long']],
] as const) {
  test(
    `eight tabs with ${carrier} ask for a batch 18 to 20 times while it is held for a minute, and one of them announces its end`,
    { tag: [...tag] },
    async ({ context }) => {
      if (!hasSharedWorker) await context.addInitScript(withoutSharedWorker)
      const engine = createHeldEngine()
      const server = await startTestServer({ engine })
      const first = await context.newPage()
      const last = await context.newPage()
      const pages = [first]
      while (pages.length < TABS - 1) pages.push(await context.newPage())
      pages.push(last)
      for (const page of pages) await studio(page).open(server.origin)
      const toasts = await Promise.all(pages.map((page) => countToasts(page, TOAST)))
      await studio(last).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
      await studio(last).pressGenerate()
      await engine.untilHeld(1)
      const heldSinceMs = Date.now()
      await expect.poll(() => Date.now() - heldSinceMs, { timeout: HELD_MS + 10_000 }).toBeGreaterThanOrEqual(HELD_MS)

      const asked = server.timesOf(QUERY)
      engine.release()
      for (const page of pages) await expect(page.getByRole('article', { name: /^Video:/ })).toBeVisible()
      const total = async () => (await Promise.all(toasts.map((count) => count()))).reduce((sum, count) => sum + count, 0)
      await expect.poll(total).toBe(1)
      for (const page of [first, last]) {
        await page.reload()
        const countAgain = await countToasts(page, TOAST)
        await expect(page.getByRole('article', { name: /^Video:/ })).toBeVisible()
        expect(await countAgain()).toBe(0)
      }
      expect(asked.length).toBeGreaterThanOrEqual(18)
      expect(asked.length).toBeLessThanOrEqual(20)
      const gaps = asked.slice(1).map((atMs, index) => atMs - (asked[index] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(LEAST_GAP_MS)
      console.log(`${carrier}: ${asked.length} questions, least gap ${Math.min(...gaps).toFixed(0)} ms`)
      await server.close()
    },
  )
}

/** Counts every toast with this text that ever appears, however short. */
async function countToasts(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const seen = new Set<Element>()
    Object.assign(globalThis, { toastsSeen: seen })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) if (toast.textContent.includes(wanted)) seen.add(toast)
    }).observe(document.body, { childList: true, subtree: true })
  }, text)
  return () => page.evaluate(() => (globalThis as unknown as { toastsSeen: Set<Element> }).toastsSeen.size)
}
