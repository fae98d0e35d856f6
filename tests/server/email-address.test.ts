import { describe, expect, it } from 'vitest'
import { EMAIL_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { withAsciiDomain, isSameRecipient, readRecipient, readEmail } from '#server/addresses/email-address.ts'
import { mailboxHash } from '#server/addresses/mailbox-hash.ts'
import { MAILBOX, SPELLINGS } from '../fixtures/server/mailbox-spellings.ts'

describe('the canonical form of an address', () => {
  it(`is the same for ${SPELLINGS.length} spellings of one mailbox`, () => {
    expect(new Set(SPELLINGS).size).toBe(200)
    expect(new Set(SPELLINGS.map((spelling) => readEmail(spelling)?.canonical))).toEqual(new Set([readEmail(MAILBOX)?.canonical]))
  })

  it('gives all spellings one hash', () => {
    expect(new Set(SPELLINGS.map((spelling) => mailboxHash('welcome', spelling, 'secret'))).size).toBe(1)
  })

  it('is its own canonical form', () => {
    for (const spelling of SPELLINGS) {
      const { address, canonical } = readEmail(spelling) ?? { address: '', canonical: '' }
      expect(readEmail(canonical)?.canonical).toBe(canonical)
      expect(readEmail(address)).toEqual({ address, canonical })
    }
  })

  it.each([
    ['ann@example.org', 'anne@example.org'],
    ['ann@example.org', 'ann@example.com'],
    ['ann@xn--mnchen-3ya.de', 'ann@munchen.de'],
    ['ann@faß.de', 'ann@fass.de'],
    ['ann+a@example.org', 'ann@example.org'],
    ['a.nn@gmail.com', 'ann@gmail.com'],
    ['annı@example.org', 'anni@example.org'],
    ['а@example.org', 'a@example.org'],
  ])('of %s is not that of %s', (address, otherAddress) => {
    expect(readEmail(address)?.canonical).not.toBe(readEmail(otherAddress)?.canonical)
  })
})

it.each([
  ['Ann@Example.org', 'ann@example.org'],
  ['cafe\u0301@example.org', 'caf\u00E9@example.org'],
  ['ａｎｎ@ｅxample.org', 'ａｎｎ@example.org'],
  ['ann@xn--mnchen-3ya.de', 'ann@münchen.de'],
  ['a\u00ADn\u200Bn@exam\u2060ple.org', 'ann@example.org'],
  ['\u202Eann\u202C@example.org', 'ann@example.org'],
])('mail for %j is sent to %j', (entered, address) => {
  expect(readEmail(entered)?.address).toBe(address)
})

it.each([
  'ann@example.org.',
  'ann@example.org。',
  'ann@example..org',
  'ann@.example.org',
  'ann@example',
  'ann@1.2.3',
  'ann@0x7f.0.0.1',
  'ann@１.２.３.４',
  'ann@[127.0.0.1]',
  'ann@example.org/x',
  'ann@example.org／x',
  'ann@example.org?x',
  'ann@example.org#x',
  'ann@exa%6dple.org',
  'ann@exa％6dple.org',
  'ann@example.org:25',
  'ann@example.org\u0001',
  'ann\u0001@example.org',
  'ann@xn--a.org',
  'ann@xn--abc-.org',
  'ann\uD800@example.org',
  'ann\u00B4@example.org',
  'ann@example.org＠example.com',
  '@example.org',
  'ann',
  '',
  `${'a'.repeat(65)}@example.org`,
  `ann@${'a.'.repeat(EMAIL_MAX_LENGTH / 2)}org`,
])('%j is not accepted', (entered) => {
  expect(readEmail(entered)).toBeNull()
})

it('addresses that a mail server may tell apart give no access to one account, although they are one mailbox for grants', () => {
  expect(readEmail('ﬁx@example.org')?.canonical).toBe(readEmail('fix@example.org')?.canonical)
  expect(isSameRecipient('ﬁx@example.org', 'fix@example.org')).toBe(false)
  expect(isSameRecipient('f\u00ADix@example.org', 'fix@example.org')).toBe(false)
  expect(isSameRecipient('fix@xn--mnchen-3ya.de', 'fix@münchen.de')).toBe(true)
  expect(withAsciiDomain('zoé@münchen.de')).toBe('zoé@xn--mnchen-3ya.de')
  expect(withAsciiDomain('erased 1')).toBe('erased 1')
  expect(readRecipient('f\u00ADix@ⓔxample.org')).toBe('fix@example.org')
})
