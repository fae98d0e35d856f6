const DAY_SECONDS = 24 * 60 * 60

/** How long the network is waited for where an answer is kept, in seconds. Rule: docs/rules.md, "Offline galleries". */
export const KEPT_ANSWER_AFTER_SECONDS = 5
/** Lists, items and words that are kept. Rule: docs/rules.md, "Offline galleries". */
export const MAX_KEPT_ANSWERS = 100
/** Pictures of the galleries that are kept. Rule: docs/rules.md, "Offline galleries". */
export const MAX_KEPT_PICTURES = 400
/** Videos of the galleries that are kept. Rule: docs/rules.md, "Offline galleries". */
export const MAX_KEPT_VIDEOS = 24
/** A larger video of a gallery is played but not kept. Rule: docs/rules.md, "Offline galleries". */
export const MAX_KEPT_VIDEO_BYTES = 8 * 1024 * 1024
/** What nobody looked at for so long is dropped, in seconds. Rule: docs/rules.md, "Offline galleries". */
export const KEPT_UNSEEN_SECONDS = 30 * DAY_SECONDS
