import type { Page } from '@playwright/test'

/** Collects the errors of the browser's console. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const { url } = message.location()
    // For a request of a service worker the only sign of an unreachable server is that it failed.
    const isServerAway =
      /net::ERR_(?:CONNECTION|EMPTY_RESPONSE)/.test(message.text()) || (url.includes('/api/') && /net::ERR_FAILED/.test(message.text()))
    if (message.type() === 'error' && !isServerAway) errors.push(`${message.text()} ${url}`)
  })
  return errors
}
