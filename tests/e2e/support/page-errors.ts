import type { Page } from '@playwright/test'

/** Collects what a person with open developer tools would see in red. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const { url } = message.location()
    // Where a service worker asked, all that is told of a server that is away is that it failed.
    const isServerAway =
      /net::ERR_(?:CONNECTION|EMPTY_RESPONSE)/.test(message.text()) || (url.includes('/api/') && /net::ERR_FAILED/.test(message.text()))
    if (message.type() === 'error' && !isServerAway) errors.push(`${message.text()} ${url}`)
  })
  return errors
}
