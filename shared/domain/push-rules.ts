/** The time to live of a push message, in ms. Rule: docs/offline.md, "Push". */
export const PUSH_KEPT_MS = 24 * 60 * 60 * 1000
/** Push subscriptions per owner; beyond that the least recently seen is deleted. */
export const MAX_PUSH_DEVICES = 20
/** How long a window may take to answer the request to open a path before it is reloaded, in ms. */
export const OPEN_PATH_ANSWER_MS = 1000
/** The longest prompt excerpt in a notification, in characters. */
export const MAX_PUSH_TEXT_CHARS = 80
/** Replaces the tab id of an announced task after a push; a tab that tracks the usage event replaces it. */
export const ANNOUNCED_BY_PUSH = 'push'
