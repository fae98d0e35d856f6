/** How long the end of a video is news for a browser that is away, in ms. */
export const PUSH_KEPT_MS = 24 * 60 * 60 * 1000
/** Browsers that hear of one person's videos; of more the one that was not seen longest is forgotten. */
export const MAX_PUSH_DEVICES = 20
/** A window in which a pressed notification's place is to be shown, and which says nothing for so long, is loaded anew, in ms. */
export const OPEN_PATH_ANSWER_MS = 1000
/** Longest beginning of a prompt in a notification. */
export const MAX_PUSH_TEXT_CHARS = 80
/** In the place of the tab that has announced an end, where a push did; a tab that tells of the use takes its place. */
export const ANNOUNCED_BY_PUSH = 'push'
