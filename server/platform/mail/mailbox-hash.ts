import { createHmac } from 'node:crypto'

const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox of an address, without a plus suffix and, for Gmail, without dots. Used for what is granted once per mailbox. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return email
  const domain = email.slice(at + 1)
  const name = email.slice(0, at)
  const box = name.replace(/(?<=.)\+.*$/, '')
  return DOTLESS_DOMAINS.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`
}

/** A mailbox as a keyed hash, which can be stored beyond the account. */
export function mailboxHash(use: 'trial' | 'welcome' | 'promotion', email: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${use} ${mailboxOf(email)}`)
    .digest('hex')
}
