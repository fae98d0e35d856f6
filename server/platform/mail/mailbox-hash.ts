import { createHmac } from 'node:crypto'

const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: what follows a plus is the owner's own, and Gmail does not read dots. For what is given once a mailbox. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return email
  const domain = email.slice(at + 1)
  const name = email.slice(0, at)
  const box = name.replace(/(?<=.)\+.*$/, '')
  return DOTLESS_DOMAINS.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`
}

/** A mailbox, hidden by a key, so that what it was given is known even after the account is gone. */
export function mailboxHash(use: 'trial' | 'welcome', email: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${use} ${mailboxOf(email)}`)
    .digest('hex')
}
