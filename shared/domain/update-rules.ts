/**
 * The time limit for the answers of other tabs before a newer build loads, in ms. A tab needs at most 2 s to save its drafts.
 * Rule: docs/offline.md, "Updates".
 */
export const UPDATE_ANSWER_MS = 3000
/** The time since the last input after which the user no longer counts as writing, in ms. */
export const WRITING_RESTS_MS = 3000
/** The interval of the build check by visible tabs, in ms. */
export const BUILD_CHECK_EVERY_MS = 15 * 60 * 1000
/** The time limit of a build's activation, in ms; then the page reloads, which ends the work of the previous build. */
export const ACTIVATION_WAIT_MS = 10_000
