import type { Page } from '@playwright/test'
import type { WatchedScope } from '../../fixtures/watched-worker.ts'

const POLL_EVERY_MS = 3000

/**
 * Waits for `effect`, which a newer service worker causes. The browser activates that worker when the old one is idle, but with a debugger
 * attached, as here, sometimes never. So this function ends the old worker once it has no open event.
 */
export async function afterActivation<T>(page: Page, effect: Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const endIdleWorkers = async () => {
    const workers = page.context().serviceWorkers()
    const openEventCounts = await Promise.all(
      workers.map((worker) => worker.evaluate(() => (globalThis as WatchedScope).openEvents?.size ?? 1)),
    )
    if (openEventCounts.every((count) => count === 0)) await session.send('ServiceWorker.stopAllWorkers')
  }
  const pollTimer = setInterval(() => void endIdleWorkers().catch(() => undefined), POLL_EVERY_MS)
  try {
    return await effect
  } finally {
    clearInterval(pollTimer)
    await session.detach().catch(() => undefined)
  }
}
