import { describe, expect, it } from 'vitest'
import { legalHtml } from '#server/content/pages/plain-view.ts'
import { privacyPolicy } from '#shared/legal/privacy-policy.ts'
import { termsOfService } from '#shared/legal/terms-of-service.ts'

const OPERATOR = { name: '<b>Ann</b> & Co', email: 'ann@example.org', address: null }

describe.each([privacyPolicy(OPERATOR), termsOfService(OPERATOR)])('$title without a script', (legalPage) => {
  const html = legalHtml(legalPage)

  it('has every section with its anchor, and its links', () => {
    for (const { id, title } of legalPage.sections) expect(html).toContain(`<section id="${id}"><h2>${title}</h2>`)
    expect(html).toContain('<a href="/support">')
    expect(html).toContain('<a href="mailto:ann@example.org">')
  })

  it('shows the configured values as text', () => {
    expect(html).toContain('&lt;b&gt;Ann&lt;/b&gt; &amp; Co')
    expect(html).not.toMatch(/<b>|\]\(/)
  })
})
