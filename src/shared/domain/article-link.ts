import { parseUrl } from '#shared/parse-url.ts'

/** Where a link of an article leads: within the app, to somewhere else, or nowhere. */
export type ArticleLink = { readonly kind: 'own' | 'outside'; readonly href: string } | { readonly kind: 'none' }

const OWN = 'https://own.invalid'
const LEADING = new Set(['http:', 'https:', 'mailto:'])

/**
 * Reads a link as a browser would. Of our own addresses path, query and hash are left; of others only web and mail addresses lead anywhere.
 * Rule: docs/rules.md, "Articles".
 */
export function articleLink(raw: string): ArticleLink {
  const url = parseUrl(raw, OWN)
  if (url === undefined || !LEADING.has(url.protocol)) return { kind: 'none' }
  return url.origin === OWN ? { kind: 'own', href: url.pathname + url.search + url.hash } : { kind: 'outside', href: url.href }
}

/** What outside links say of themselves: they pass on neither rank nor window. Rule: docs/rules.md, "Articles". */
export const OUTSIDE_REL = 'noopener nofollow'
