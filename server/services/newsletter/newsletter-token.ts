import { createHmac, timingSafeEqual } from 'node:crypto'

const TOKEN = /^([0-9a-f]{32})\.([0-9a-f]{64})$/

export type NewsletterPurpose = 'confirm' | 'unsubscribe'

/** What a link of one purpose carries: the subscriber's id, signed, so that nothing secret has to be kept. */
export function newsletterToken(purpose: NewsletterPurpose, id: string, secret: string): string {
  return `${id}.${signature(purpose, id, secret)}`
}

/** The subscriber's id of a token made for that purpose; null for anything else. */
export function readNewsletterToken(purpose: NewsletterPurpose, token: string, secret: string): string | null {
  const [, id, given] = TOKEN.exec(token) ?? []
  if (id === undefined || given === undefined) return null
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(purpose, id, secret))) ? id : null
}

function signature(purpose: NewsletterPurpose, id: string, secret: string): string {
  return createHmac('sha256', secret).update(`newsletter ${purpose} ${id}`).digest('hex')
}
