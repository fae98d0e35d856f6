/** The longest text of an error report, in characters. */
export const MAX_ERROR_CHARS = 2000
/** The most error reports of a page; repeated failures add nothing. */
export const MAX_REPORTS_PER_PAGE = 10
/** How long the server keeps reports, in ms. */
export const CLIENT_ERRORS_KEPT_MS = 30 * 24 * 60 * 60 * 1000
