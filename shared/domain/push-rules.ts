/** The time to live of a push message, in ms. Rule: docs/offline.md, "Push". */
export const PUSH_LIFETIME_MS = 24 * 60 * 60 * 1000
/** The maximum number of push subscriptions per owner; above it the least recently seen subscription is deleted. */
export const MAX_PUSH_DEVICES = 20
/** The time limit for a window's answer to the request to open a path, in ms; then the service worker navigates the window to the path. */
export const OPEN_PATH_ANSWER_MS = 1000
/** The longest text in a notification, in characters: the start of the prompt, or of the error message. */
export const MAX_PUSH_TEXT_CHARS = 80
/** The value of `announcedBy` for a task that a push announced. The tab that records the usage event replaces it with its own id. */
export const ANNOUNCED_BY_PUSH = 'push'
