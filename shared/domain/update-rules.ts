/** How long other tabs may take to answer the update question, in ms; saving drafts takes 2 s at most. Rule: docs/offline.md, "Updates". */
export const UPDATE_ANSWER_MS = 3000
/** The idle time after which writing counts as finished, in ms. */
export const WRITING_RESTS_MS = 3000
/** The interval of the build check by visible tabs, in ms. */
export const BUILD_CHECK_EVERY_MS = 15 * 60 * 1000
/** The time limit of a build's activation, in ms; then the page reloads, which ends the previous build's work. */
export const TAKE_OVER_WAIT_MS = 10_000
