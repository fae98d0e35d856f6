import type { Page } from '@playwright/test'

/** A page whose script is kept from it, or that has none, is left as it stands. */
const LIMIT_MS = 5000

/** Lets each visit and reload end when the app has taken over what stands in the page; one that waits for less than its load does not. */
export function awaitTakeover(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await untilTaken(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil === undefined) await untilTaken(page)
    return response
  }
}

async function untilTaken(page: Page): Promise<void> {
  await page.waitForFunction(isTaken, undefined, { timeout: LIMIT_MS }).catch(() => undefined)
}

/** React marks the elements that it has taken over. */
function isTaken(): boolean {
  const root = document.querySelector('#root')
  if (root === null) return true
  const shown = root.querySelector('h1') ?? root.firstElementChild
  return shown !== null && Object.keys(shown).some((key) => key.startsWith('__reactFiber'))
}
