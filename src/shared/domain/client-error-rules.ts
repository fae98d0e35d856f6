/** Longest words of one error report, in characters. */
export const MAX_ERROR_CHARS = 2000
/** How many errors a page reports in its life: one that fails again and again says nothing new. */
export const MAX_REPORTS_PER_PAGE = 10
/** How long the server keeps reports, in ms. */
export const CLIENT_ERRORS_KEPT_MS = 30 * 24 * 60 * 60 * 1000
