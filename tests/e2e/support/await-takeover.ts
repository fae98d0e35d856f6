import type { Page } from '@playwright/test'

/** The wait ends after this time, because a page whose script is blocked or missing is never hydrated. */
const HYDRATION_LIMIT_MS = 5000

/** Makes `goto` and `reload` wait for the hydration, unless a call sets `waitUntil`. */
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
  await page.waitForFunction(isHydrated, undefined, { timeout: HYDRATION_LIMIT_MS }).catch(() => undefined)
}

/** Whether React has hydrated the page: React sets a key of its own on each hydrated element. Also true for a document without the app. */
function isHydrated(): boolean {
  const root = document.querySelector('#root')
  if (root === null) return true
  const element = root.querySelector('h1') ?? root.firstElementChild
  return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
}
