import { plainPage } from './plain-page.ts'

/** For somebody who opens an address while the server fails. */
export function errorPage(requestId: string): string {
  return plainPage({
    mark: '500',
    title: 'Internal Server Error',
    words: 'The server could not put this page together. Nothing of your work is lost; please try again in a moment.',
    retryLabel: 'Try again',
    requestId,
  })
}
