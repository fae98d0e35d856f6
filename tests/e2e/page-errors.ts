import type { Page } from '@playwright/test'

/** Collects what a person with open developer tools would see in red. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const isServerAway = message.text().includes('net::ERR_CONNECTION')
    if (message.type() === 'error' && !isServerAway) errors.push(`${message.text()} ${message.location().url}`)
  })
  return errors
}
