const DAY_MS = 24 * 60 * 60 * 1000

/** How long an unconfirmed address is stored and its link is valid, in ms. Rule: docs/content.md, "Newsletter". */
export const NEWSLETTER_REQUEST_RETENTION_MS = 7 * DAY_MS
/** Mails to one address per day; further requests get the same answer without a mail. */
export const NEWSLETTER_MAILS_PER_DAY = 3
/** Requests from one client address per hour. */
export const NEWSLETTER_REQUESTS_PER_HOUR = 10

/** Server-rendered pages, so that links in mails work without scripts. */
export const CONFIRM_PATH = '/newsletter/confirm'
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe'
