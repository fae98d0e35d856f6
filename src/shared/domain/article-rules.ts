import { parseUrl } from '#shared/parse-url.ts'

/** How wide a list draws the cover of an article; the server asks browsers to fetch the first in the same words. Rule: docs/platform.md, "Heads". */
export const ARTICLE_COVER_SIZES = '(max-width: 699.98px) 92vw, (max-width: 1023.98px) 46vw, 368px'
/** How wide an article draws its cover, in the same way. */
export const ARTICLE_PICTURE_SIZES = '(max-width: 1023.98px) 92vw, 900px'
/** Articles on one page of a list. Rule: docs/content.md, "Articles". */
export const ARTICLE_PAGE_SIZE = 6
/** How many of the articles that people should read first are asked for. */
export const HOT_ARTICLES = 10
/** How long answers about articles count as fresh on the page, in ms. */
export const ARTICLES_FRESH_MS = 5 * 60 * 1000
/** Answers about articles that the service worker keeps. Rule: docs/content.md, "Offline articles". */
export const MAX_CACHED_ARTICLE_ANSWERS = 120

/** How many pages a list has: at least one, also where it is empty. */
export function pageCount(totalSize: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalSize / pageSize))
}

/** Whether a page may be asked for: one from 1 to the last, other than the one that is shown. */
export function isPageRequestable(page: number, current: number, totalSize: number, pageSize: number): boolean {
  return Number.isInteger(page) && page >= 1 && page <= pageCount(totalSize, pageSize) && page !== current
}

/** Where a link of an article leads: within the app, to somewhere else, or nowhere. */
type ArticleLink = { readonly kind: 'own' | 'outside'; readonly href: string } | { readonly kind: 'none' }

const OWN = 'https://own.invalid'
const LEADING = new Set(['http:', 'https:', 'mailto:'])

/**
 * Reads a link as a browser would. Of our own addresses path, query and hash are left; of others only web and mail addresses lead anywhere.
 * Rule: docs/content.md, "Articles".
 */
export function articleLink(raw: string): ArticleLink {
  const url = parseUrl(raw, OWN)
  if (url === undefined || !LEADING.has(url.protocol)) return { kind: 'none' }
  return url.origin === OWN ? { kind: 'own', href: url.pathname + url.search + url.hash } : { kind: 'outside', href: url.href }
}

/** What outside links say of themselves: they pass on neither rank nor window. */
export const OUTSIDE_REL = 'noopener nofollow'
