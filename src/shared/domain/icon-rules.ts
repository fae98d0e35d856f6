/** How long the server is waited for once every place was asked, in ms. Rule: docs/platform.md, "Icons". */
export const ICON_TIMEOUT_MS = 5000
/** How long one place is waited for before the next one is asked too, in ms. */
export const ICON_ROTATE_MS = 750
/** The longest address that asks for icons, in characters; what does not fit goes in another. */
export const ICON_URL_MAX_LENGTH = 500
/** Where the server answers with icons. */
export const ICON_PATH = '/api/icons/'
/** How long an answer with icons counts as fresh, in seconds. */
export const ICON_FRESH_SECONDS = 24 * 60 * 60
/** Answers with icons that the service worker keeps. */
export const MAX_CACHED_ICON_ANSWERS = 60
