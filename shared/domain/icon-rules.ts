/** The timeout of an icon request after all its sources were tried, in ms. Rule: docs/platform.md, "Icons". */
export const ICON_TIMEOUT_MS = 5000
/** How long a source has for its answer before the next source is tried in parallel, in ms. */
export const ICON_ROTATE_MS = 750
/** The longest address of an icon request, in characters; further icons need another request. */
export const ICON_URL_MAX_LENGTH = 500
/** The path of the icon API. */
export const ICON_PATH = '/api/icons/'
/** How long an answer with icons counts as fresh, in seconds. */
export const ICON_FRESH_SECONDS = 24 * 60 * 60
/** The maximum number of cached icon answers. */
export const MAX_CACHED_ICON_ANSWERS = 60
