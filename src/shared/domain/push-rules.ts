/** How long the end of a video is news for a browser that is away, in ms. */
export const PUSH_KEPT_MS = 24 * 60 * 60 * 1000
/** Browsers that hear of one person's videos; of more the one that was not seen longest is forgotten. */
export const MAX_PUSH_DEVICES = 20
/** Longest beginning of a prompt in a notification. */
export const MAX_PUSH_WORDS = 80
