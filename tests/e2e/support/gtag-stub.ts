import type { BrowserContext, Page } from '@playwright/test'

/** One command as Google's script reads it; a date is 'now'. */
type GtagCommand = readonly unknown[]

const SCRIPT = /googletagmanager|google-analytics/
/** Sets cookies, as the real script does, and sends no request. */
const BODY = "for (const name of ['_ga', '_ga_TEST1234']) document.cookie = `${name}=GS1.1; path=/; max-age=600`"

/** Replaces Google's script; the commands are in the page's own queue. */
export async function gtagStub(context: BrowserContext): Promise<(page: Page) => Promise<readonly GtagCommand[]>> {
  await context.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: BODY }))
  return (page) =>
    page.evaluate(() => {
      const { dataLayer = [] } = globalThis as unknown as { readonly dataLayer?: readonly ArrayLike<unknown>[] }
      return dataLayer.map((command) => Array.from(command, (part) => (part instanceof Date ? 'now' : part)))
    })
}
