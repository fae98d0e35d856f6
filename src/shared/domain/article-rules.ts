/** How wide a list draws the cover of an article; the server asks browsers to fetch the first in the same words. Rule: docs/rules.md, "Heads". */
export const ARTICLE_COVER_SIZES = '(max-width: 699.98px) 92vw, (max-width: 1023.98px) 46vw, 368px'
/** How wide an article draws its cover, in the same way. Rule: docs/rules.md, "Heads". */
export const ARTICLE_PICTURE_SIZES = '(max-width: 1023.98px) 92vw, 900px'
/** Articles on one page of a list. Rule: docs/rules.md, "Articles". */
export const ARTICLE_PAGE_SIZE = 6
/** How many of the articles that people should read first are asked for. Rule: docs/rules.md, "Articles". */
export const HOT_ARTICLES = 10
/** How long answers about articles count as fresh on the page, in ms. Rule: docs/rules.md, "Articles". */
export const ARTICLES_FRESH_MS = 5 * 60 * 1000
/** Answers about articles that the service worker keeps. Rule: docs/rules.md, "Offline articles". */
export const MAX_KEPT_ARTICLE_ANSWERS = 120
