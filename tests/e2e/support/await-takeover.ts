import type { Page } from '@playwright/test'

/** A page whose script is blocked or missing stays unhydrated. */
const LIMIT_MS = 5000

/** Makes each visit and reload wait for the hydration; one that does not wait for the load does not. */
export function awaitTakeover(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await untilHydrated(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil === undefined) await untilHydrated(page)
    return response
  }
}

async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated, undefined, { timeout: LIMIT_MS }).catch(() => undefined)
}

/** React sets a key on the elements that it has hydrated. */
function isHydrated(): boolean {
  const root = document.querySelector('#root')
  if (root === null) return true
  const shown = root.querySelector('h1') ?? root.firstElementChild
  return shown !== null && Object.keys(shown).some((key) => key.startsWith('__reactFiber'))
}
