import { describe, expect, test } from 'vitest'
import { type LegalBlock, type LegalDocument, daysOf, operatorLines } from '#shared/legal/legal-document.ts'
import { DELETION_GRACE_MS, SESSION_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { NEWSLETTER_REQUEST_RETENTION_MS } from '#shared/domain/newsletter-rules.ts'
import { privacyPolicy } from '#shared/legal/privacy-policy.ts'
import { splitLinks } from '#shared/domain/split-links.ts'
import { termsOfService } from '#shared/legal/terms-of-service.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'

const NO_OPERATOR = { name: null, email: null, address: null }
const DOCUMENTS = [privacyPolicy(NO_OPERATOR), termsOfService(NO_OPERATOR)]

function textsOf(block: LegalBlock): readonly string[] {
  if (typeof block === 'string') return [block]
  return 'points' in block ? block.points : block.rows.flat()
}

const allTexts = ({ short, sections }: LegalDocument) => [...short, ...sections.flatMap(({ blocks }) => blocks.flatMap(textsOf))]

describe.each(DOCUMENTS.map((legalDocument) => [legalDocument.title, legalDocument] as const))('%s', (_title, legalDocument) => {
  test('has sections with anchors of their own, none of them empty, and a day', () => {
    const ids = legalDocument.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(legalDocument.sections.every(({ blocks }) => blocks.length > 0)).toBe(true)
    expect(Number.isNaN(Date.parse(legalDocument.changedOn))).toBe(false)
  })

  test('links to existing screens', () => {
    const links = allTexts(legalDocument).flatMap((line) => splitLinks(line).flatMap(({ href }) => href ?? []))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect([link, matchRoute(link.replace(/#.*$/, ''))]).not.toEqual([link, undefined])
  })

  test('leaves no sign of a link unread', () => {
    for (const line of allTexts(legalDocument))
      expect(
        splitLinks(line)
          .map(({ text }) => text)
          .join(''),
      ).not.toMatch(/[[\]]/)
  })
})

describe('what they promise', () => {
  const [privacy = '', terms = ''] = DOCUMENTS.map((legalDocument) => allTexts(legalDocument).join('\n'))

  test('matches the rules', () => {
    for (const ms of [SESSION_LIFETIME_MS, DELETION_GRACE_MS, NEWSLETTER_REQUEST_RETENTION_MS]) expect(privacy).toContain(daysOf(ms))
    for (const fact of [`${WEEKLY_PLAN_POINTS} points with each paid week`, `${YEARLY_PLAN_POINTS} with each paid year`])
      expect(terms).toContain(fact)
  })

  test('names every cookie', () => {
    for (const cookie of [LOCAL_KEYS.userToken, LOCAL_KEYS.businessUserId, 'session']) expect(privacy).toContain(cookie)
  })
})

describe('the operator', () => {
  test('has the configured name, and a link only for a mail address', () => {
    const lines = operatorLines({ name: 'Ann [x](/home) Ltd', email: 'ann@example.org', address: '1 Lane, Town' })
    const links = lines.flatMap((line) => splitLinks(line).flatMap(({ href }) => href ?? []))
    expect(links).toEqual(['mailto:ann@example.org', '/support'])
    expect(lines.join(' ')).toContain('1 Lane, Town')
  })

  test('is neutral without one', () => {
    expect(operatorLines(NO_OPERATOR)).toHaveLength(1)
  })
})

test.each([
  ['plain words', [{ text: 'plain words' }]],
  ['to [there](/support).', [{ text: 'to ' }, { text: 'there', href: '/support' }, { text: '.' }]],
  [
    '[a](//evil.example) [b](javascript:x) [c](https://x.example)',
    [{ text: '[a](//evil.example) [b](javascript:x) [c](https://x.example)' }],
  ],
])('%s is split into words and links of our own', (text, pieces) => {
  expect(splitLinks(text)).toEqual(pieces)
})
