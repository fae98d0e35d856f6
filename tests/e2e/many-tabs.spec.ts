import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { studio } from './support/studio.ts'
import { withoutSharedWorker } from './support/without-workers.ts'

const TAB_COUNT = 8
const MINUTE_MS = 60_000
const LEAST_GAP_MS = 2900
const SOME_POLLS = 4
/** Twice the time of SOME_POLLS polls, with one poll every 3 s. */
const SOME_POLLS_WAIT_MS = 2 * SOME_POLLS * 3000
const QUERY_PATH = '/api/v1/ai/i2v/query/batch'
const TOAST_TEXT = 'A background task finished successfully'

for (const { carrier, hasSharedWorker, isWholeMinute } of [
  { carrier: 'one shared worker', hasSharedWorker: true, isWholeMinute: false },
  { carrier: 'one shared worker', hasSharedWorker: true, isWholeMinute: true },
  { carrier: 'a worker of each tab', hasSharedWorker: false, isWholeMinute: true },
]) {
  const frequency = isWholeMinute ? '18 to 20 times while it is held for a minute' : 'never twice within 2.9 s'
  test(
    `eight tabs with ${carrier} ask for a batch ${frequency}, and one of them announces its end`,
    { tag: '@long' },
    async ({ context, server }) => {
      if (!hasSharedWorker) await context.addInitScript(withoutSharedWorker)
      const engine = server.holdVideos()
      const firstTab = await context.newPage()
      const lastTab = await context.newPage()
      const pages = [firstTab]
      while (pages.length < TAB_COUNT - 1) pages.push(await context.newPage())
      pages.push(lastTab)
      for (const page of pages) await studio(page).open(server.origin)
      const toasts = await Promise.all(pages.map((page) => countToasts(page, TOAST_TEXT)))
      await studio(lastTab).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
      await studio(lastTab).pressGenerate()
      await engine.untilPaused(1)
      const pausedSinceMs = Date.now()
      if (isWholeMinute) await expect.poll(() => Date.now() - pausedSinceMs, { timeout: 2 * MINUTE_MS }).toBeGreaterThanOrEqual(MINUTE_MS)
      else await expect.poll(() => server.timesOf(QUERY_PATH).length, { timeout: SOME_POLLS_WAIT_MS }).toBe(SOME_POLLS)

      const pollTimesMs = server.timesOf(QUERY_PATH)
      engine.release()
      for (const page of pages) await expect(page.getByRole('article', { name: /^Video:/ })).toBeVisible()
      const countAllToasts = async () => (await Promise.all(toasts.map((count) => count()))).reduce((sum, count) => sum + count, 0)
      await expect.poll(countAllToasts).toBe(1)
      for (const page of [firstTab, lastTab]) {
        await page.reload()
        const countAfterReload = await countToasts(page, TOAST_TEXT)
        await expect(page.getByRole('article', { name: /^Video:/ })).toBeVisible()
        expect(await countAfterReload()).toBe(0)
      }
      if (isWholeMinute) expect(pollTimesMs.length).toBeGreaterThanOrEqual(18)
      expect(pollTimesMs.length).toBeLessThanOrEqual(20)
      const gaps = pollTimesMs.slice(1).map((atMs, index) => atMs - (pollTimesMs[index] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(LEAST_GAP_MS)
      console.log(`${carrier}: ${pollTimesMs.length} questions, least gap ${Math.min(...gaps).toFixed(0)} ms`)
    },
  )
}

/** Counts every toast with this text, even if it shows only for a moment. */
async function countToasts(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wantedText) => {
    const seenToasts = new Set<Element>()
    Object.assign(globalThis, { toastsSeen: seenToasts })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]'))
        if (toast.textContent.includes(wantedText)) seenToasts.add(toast)
    }).observe(document.body, { childList: true, subtree: true })
  }, text)
  return () => page.evaluate(() => (globalThis as unknown as { toastsSeen: Set<Element> }).toastsSeen.size)
}
