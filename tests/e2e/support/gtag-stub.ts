import type { BrowserContext, Page } from '@playwright/test'

/** One command to Google's script; a date is replaced by 'now'. */
type GtagCommand = readonly unknown[]

const SCRIPT_URL = /googletagmanager|google-analytics/
/** The code that replaces Google's script. It sets cookies as the real one does, and sends no request. */
const SCRIPT_BODY = "for (const name of ['_ga', '_ga_TEST1234']) document.cookie = `${name}=GS1.1; path=/; max-age=600`"

/** Replaces Google's script. The returned function reads the commands from the page's own queue. */
export async function stubGtag(context: BrowserContext): Promise<(page: Page) => Promise<readonly GtagCommand[]>> {
  await context.route(SCRIPT_URL, (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT_BODY }))
  return (page) =>
    page.evaluate(() => {
      const { dataLayer = [] } = globalThis as unknown as { readonly dataLayer?: readonly ArrayLike<unknown>[] }
      return dataLayer.map((command) => Array.from(command, (part) => (part instanceof Date ? 'now' : part)))
    })
}
