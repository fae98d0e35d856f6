import type { BrowserContext, Page } from '@playwright/test'

/** One command as Google's script would read it; a moment is 'now'. */
type GtagCommand = readonly unknown[]

const SCRIPT = /googletagmanager|google-analytics/
/** Keeps something, as the real one does, and sends nothing. */
const BODY = "for (const name of ['_ga', '_ga_TEST1234']) document.cookie = `${name}=GS1.1; path=/; max-age=600`"

/** Stands in for Google's script; what it would hear is the page's own queue. */
export async function gtagStub(context: BrowserContext): Promise<(page: Page) => Promise<readonly GtagCommand[]>> {
  await context.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: BODY }))
  return (page) =>
    page.evaluate(() => {
      const { dataLayer = [] } = globalThis as unknown as { readonly dataLayer?: readonly ArrayLike<unknown>[] }
      return dataLayer.map((command) => Array.from(command, (part) => (part instanceof Date ? 'now' : part)))
    })
}
