import type { Page } from '@playwright/test'

/** Collects the page's errors and its console's errors, without those about an unreachable server. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const { url } = message.location()
    // For a failed request of the service worker the console gives no cause, so its message counts as one about an unreachable server.
    const isServerAway =
      /net::ERR_(?:CONNECTION|EMPTY_RESPONSE)/.test(message.text()) || (url.includes('/api/') && /net::ERR_FAILED/.test(message.text()))
    if (message.type() === 'error' && !isServerAway) errors.push(`${message.text()} ${url}`)
  })
  return errors
}
