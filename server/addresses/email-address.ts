import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { isEmail, normalizeEmail } from '#shared/domain/account-rules.ts'
import { removeInvisible } from '#shared/domain/comparable-text.ts'

export interface EmailAddress {
  /** The address for storage, display and mail: the local part as entered, in NFC and lower case. */
  readonly address: string
  /** The key that all spellings of one mailbox share. */
  readonly canonical: string
}

const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u
/** Signs that no host name contains. `domainToASCII` drops the text after `/`, `?` and `#`, and decodes the text after `%`. */
const NON_HOST_CHARACTERS = /[/?#%]/

/** Reads an address as entered or stored; null if no new account can have it. Rule: docs/account.md, "Spellings of an address". */
export function readEmail(text: string): EmailAddress | null {
  const { local, domain } = splitEmail(removeInvisible(normalizeEmail(text)))
  const asciiDomain = readDomain(domain)
  if (asciiDomain === null || CONTROL_CHARACTERS.test(local)) return null
  const address = `${local.normalize('NFC')}@${domainToUnicode(asciiDomain)}`
  // Lower case can undo the normal form NFKC, so the text is normalised twice.
  const canonical = `${local.normalize('NFKC').toLowerCase().normalize('NFKC')}@${asciiDomain}`
  return isEmail(address) && isEmail(canonical) ? { address, canonical } : null
}

/** The key of an address for codes, limits and searches. The key of an address that `readEmail` rejects is its lower-case form. */
export function canonicalEmail(email: string): string {
  return readEmail(email)?.canonical ?? normalizeEmail(email)
}

/**
 * Whether mail to both stored addresses certainly reaches one mailbox: only the spelling of the domains may differ. Some mail servers
 * distinguish local parts that `canonical` does not, so check this before an address gives access to an account.
 */
export function isSameRecipient(one: string, other: string): boolean {
  return withAsciiDomain(one) === withAsciiDomain(other)
}

/** Whether mail to `email` certainly reaches the mailbox of one of `addresses`. */
export function includesRecipient(addresses: readonly string[], email: string): boolean {
  return addresses.some((address) => isSameRecipient(address, email))
}

/** An address as entered, without invisible characters and with its domain in ASCII. */
export function readRecipient(text: string): string {
  return withAsciiDomain(readEmail(text)?.address ?? normalizeEmail(text))
}

/** A stored address with its domain in ASCII, as mail and payment services require. */
export function withAsciiDomain(email: string): string {
  if (!email.includes('@')) return email
  const { local, domain } = splitEmail(email)
  return `${local.normalize('NFC')}@${readDomain(domain) ?? domain}`
}

function splitEmail(email: string): { readonly local: string; readonly domain: string } {
  const atIndex = email.lastIndexOf('@')
  return { local: email.slice(0, Math.max(atIndex, 0)), domain: email.slice(atIndex + 1) }
}

/** A domain in ASCII; null for a numeric host, an empty label (such as a trailing dot), and any invalid domain. */
function readDomain(domain: string): string | null {
  if (NON_HOST_CHARACTERS.test(domain)) return null
  const asciiDomain = domainToASCII(domain)
  const isHostName = isIP(asciiDomain) === 0 && asciiDomain.split('.').every((label) => label !== '')
  return isHostName && domainToASCII(domainToUnicode(asciiDomain)) === asciiDomain ? asciiDomain : null
}
