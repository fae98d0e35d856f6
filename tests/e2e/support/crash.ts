import type { Page } from '@playwright/test'

/** Kills the process of a tab, as a phone does when it needs memory. */
export async function crash(page: Page): Promise<void> {
  const crashEvent = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await crashEvent
}
