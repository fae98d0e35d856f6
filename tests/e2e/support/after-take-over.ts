import type { Page } from '@playwright/test'
import type { WatchedScope } from '../../fixtures/watched-worker.ts'

const LOOK_EVERY_MS = 3000

/**
 * Waits for what a newer service worker brings about. The browser lets it take over once the one before rests; with a debugger attached,
 * as here, one that has nothing open is now and then never seen to rest, and is ended then. One with an open event is left to itself.
 */
export async function afterTakeOver<T>(page: Page, done: Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const end = async () => {
    const workers = page.context().serviceWorkers()
    const open = await Promise.all(workers.map((worker) => worker.evaluate(() => (globalThis as WatchedScope).openEvents?.size ?? 1)))
    if (open.every((count) => count === 0)) await session.send('ServiceWorker.stopAllWorkers')
  }
  const looking = setInterval(() => void end().catch(() => undefined), LOOK_EVERY_MS)
  try {
    return await done
  } finally {
    clearInterval(looking)
    await session.detach().catch(() => undefined)
  }
}
