/** Videos that the advertisement shows. Rule: docs/content.md, "Advertisement". */
export const AD_SAMPLES = 8
/** The default time of one carousel item, in ms. */
export const CAROUSEL_AUTOPLAY_MS = 6000
/** How long the advertisement shows one video, in ms. */
export const AD_AUTOPLAY_MS = 7000
/** The pause before the advertisement could be shown again, in ms; it is never shown automatically. */
export const AD_INTERVAL_MS = 2 * 60 * 60 * 1000

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long an unconfirmed address is stored and its link is valid, in ms. Rule: docs/content.md, "Newsletter". */
export const NEWSLETTER_ASKED_KEPT_MS = 7 * DAY_MS
/** Mails to one address per day; further requests get the same answer and send nothing. */
export const NEWSLETTER_MAILS_PER_DAY = 3
/** Requests from one client address per hour. */
export const NEWSLETTER_REQUESTS_PER_HOUR = 10

/** Server-rendered pages, so that links in mails work without scripts. */
export const CONFIRM_PATH = '/newsletter/confirm'
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe'
