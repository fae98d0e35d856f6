import { createHmac } from 'node:crypto'
import { normalizeEmail } from '#shared/domain/account-rules.ts'
import { canonicalEmail } from './email-address.ts'

const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of an address, without a plus suffix and, for Gmail, without dots. Trials, welcome points and promotion codes count per
 * mailbox.
 */
export function mailboxOf(email: string): string {
  const atIndex = email.lastIndexOf('@')
  if (atIndex < 0) return email
  const domain = email.slice(atIndex + 1)
  const localPart = email.slice(0, atIndex)
  const mailboxName = localPart.replace(/(?<=.)\+.*$/, '')
  return DOTLESS_DOMAINS.has(domain) ? `${mailboxName.replaceAll('.', '')}@gmail.com` : `${mailboxName}@${domain}`
}

export type MailboxUse = 'trial' | 'welcome' | 'promotion'

/** A mailbox as a keyed hash, which may outlive the account. */
export function mailboxHash(use: MailboxUse, email: string, secret: string): string {
  return hashOf(use, canonicalEmail(email), secret)
}

/** The hash that earlier builds stored for this spelling; equal to `mailboxHash` for most addresses. */
export function formerMailboxHash(use: MailboxUse, email: string, secret: string): string {
  return hashOf(use, normalizeEmail(email), secret)
}

/** The current hash of a mailbox, and the hash of earlier builds, which rows may still contain. */
export function mailboxHashes(use: MailboxUse, email: string, secret: string): readonly string[] {
  return [mailboxHash(use, email, secret), formerMailboxHash(use, email, secret)]
}

function hashOf(use: MailboxUse, email: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${use} ${mailboxOf(email)}`)
    .digest('hex')
}
