const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long an address that was never confirmed is kept, and its link holds, in ms. Rule: docs/content.md, "Newsletter". */
export const NEWSLETTER_ASKED_KEPT_MS = 7 * DAY_MS
/** Messages to one address within a day; what is asked for beyond that is answered alike and sends nothing. */
export const NEWSLETTER_MAILS_PER_DAY = 3
/** Wishes from one client address within an hour. */
export const NEWSLETTER_REQUESTS_PER_HOUR = 10

/** Pages of the server itself, so that a link in a mail works without a script. */
export const CONFIRM_PATH = '/newsletter/confirm'
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe'
