import type { Page } from '@playwright/test'

/** Delays the requests for a chunk of the app until the returned function is called. */
export async function holdPart(page: Page, chunk: RegExp): Promise<() => void> {
  let release: () => void = () => {}
  const whenReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(chunk, async (route) => {
    await whenReleased
    await route.continue()
  })
  return () => release()
}
