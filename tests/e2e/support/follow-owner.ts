import type { Page } from '@playwright/test'

/** Records in this tab when another tab becomes the owner of the hub's lock. */
export async function followOwner(page: Page): Promise<{ changedAtMs(): Promise<number> }> {
  await page.evaluate(async () => {
    const holder = async () => (await navigator.locks.query()).held?.find(({ name }) => name === 'hub-owner')?.clientId
    const before = await holder()
    const changed = (async () => {
      for (;;) {
        const now = await holder()
        if (now !== undefined && now !== before) return Date.now()
      }
    })()
    Object.assign(globalThis, { ownerChangedAtMs: changed })
  })
  return { changedAtMs: () => page.evaluate(() => (globalThis as unknown as { ownerChangedAtMs: Promise<number> }).ownerChangedAtMs) }
}
