/** How long the server is waited for once every place was asked, in ms. Rule: docs/rules.md, "Icons". */
export const ICON_TIMEOUT_MS = 5000
/** How long one place is waited for before the next one is asked too, in ms. Rule: docs/rules.md, "Icons". */
export const ICON_ROTATE_MS = 750
/** The longest address that asks for icons, in characters; what does not fit goes in another. Rule: docs/rules.md, "Icons". */
export const ICON_URL_MAX_LENGTH = 500
/** Where the server answers with icons. Rule: docs/rules.md, "Icons". */
export const ICON_PATH = '/api/icons/'
/** How long an answer with icons counts as fresh, in seconds. Rule: docs/rules.md, "Icons". */
export const ICON_FRESH_SECONDS = 24 * 60 * 60
/** Answers with icons that the service worker keeps. Rule: docs/rules.md, "Icons". */
export const MAX_KEPT_ICON_ANSWERS = 60
