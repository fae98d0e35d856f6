import type { Page } from '@playwright/test'

/** Records, in this tab, the time at which another tab becomes the owner of the hub's lock. */
export async function recordOwnerChange(page: Page): Promise<{ changedAtMs(): Promise<number> }> {
  await page.evaluate(async () => {
    const readHolder = async () => (await navigator.locks.query()).held?.find(({ name }) => name === 'hub-owner')?.clientId
    const holderBefore = await readHolder()
    const changedAtMs = (async () => {
      for (;;) {
        const currentHolder = await readHolder()
        if (currentHolder !== undefined && currentHolder !== holderBefore) return Date.now()
      }
    })()
    Object.assign(globalThis, { ownerChangedAtMs: changedAtMs })
  })
  return { changedAtMs: () => page.evaluate(() => (globalThis as unknown as { ownerChangedAtMs: Promise<number> }).ownerChangedAtMs) }
}
