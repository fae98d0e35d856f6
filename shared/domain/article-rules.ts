import { parseUrl } from '#shared/parse-url.ts'

/** The displayed width of a cover in lists; the server's preload uses the same value. Rule: docs/platform.md, "Heads". */
export const ARTICLE_COVER_SIZES = '(max-width: 699.98px) 92vw, (max-width: 1023.98px) 46vw, 368px'
/** The displayed width of an article's own cover. */
export const ARTICLE_PICTURE_SIZES = '(max-width: 1023.98px) 92vw, 900px'
/** Articles on one page of a list. Rule: docs/content.md, "Articles". */
export const ARTICLE_PAGE_SIZE = 6
/** The number of featured articles. */
export const HOT_ARTICLES = 10
/** How long answers about articles count as fresh on the page, in ms. */
export const ARTICLES_FRESH_MS = 5 * 60 * 1000
/** The maximum number of article answers in the service worker's cache. Rule: docs/content.md, "Offline articles". */
export const MAX_CACHED_ARTICLE_ANSWERS = 120

/** The number of pages of a list; 1 for an empty list. */
export function pageCount(totalSize: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalSize / pageSize))
}

/** The page of a list to show: the requested one if it exists, otherwise the first. */
export function shownPage(requestedPage: number, totalSize: number, pageSize: number): number {
  return Number.isInteger(requestedPage) && requestedPage >= 1 && requestedPage <= pageCount(totalSize, pageSize) ? requestedPage : 1
}

/** The target of an article's link: within the app, external, or none. */
type ArticleLink = { readonly kind: 'own' | 'outside'; readonly href: string } | { readonly kind: 'none' }

const OWN_ORIGIN = 'https://own.invalid'
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/**
 * Resolves a link like a browser. Links of this site are returned as path, query and hash; other links are limited to the web and mail
 * addresses. Rule: docs/content.md, "Articles".
 */
export function articleLink(raw: string): ArticleLink {
  const url = parseUrl(raw, OWN_ORIGIN)
  if (url === undefined || !LINK_PROTOCOLS.has(url.protocol)) return { kind: 'none' }
  return url.origin === OWN_ORIGIN ? { kind: 'own', href: url.pathname + url.search + url.hash } : { kind: 'outside', href: url.href }
}

/** `rel` of external links: no ranking and no window reference. */
export const OUTSIDE_REL = 'noopener nofollow'
