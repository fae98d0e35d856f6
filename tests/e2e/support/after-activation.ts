import type { Page } from '@playwright/test'
import type { WatchedScope } from '../../fixtures/watched-worker.ts'

const POLL_EVERY_MS = 3000

/**
 * Waits for `done`, an effect of a newer service worker, which the browser activates when the old one is idle. With a debugger attached, as
 * here, the browser sometimes never activates it. So this ends an old worker that has no open event.
 */
export async function afterActivation<T>(page: Page, done: Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const end = async () => {
    const workers = page.context().serviceWorkers()
    const open = await Promise.all(workers.map((worker) => worker.evaluate(() => (globalThis as WatchedScope).openEvents?.size ?? 1)))
    if (open.every((count) => count === 0)) await session.send('ServiceWorker.stopAllWorkers')
  }
  const looking = setInterval(() => void end().catch(() => undefined), POLL_EVERY_MS)
  try {
    return await done
  } finally {
    clearInterval(looking)
    await session.detach().catch(() => undefined)
  }
}
