/** How long the other tabs have to say whether something would be lost, in ms; what they have to save first takes 2 s at most. Rule: docs/offline.md, "Updates". */
export const UPDATE_ANSWER_MS = 3000
/** A hand that has not written for this long rests, in ms. */
export const WRITING_RESTS_MS = 3000
/** How often a tab that becomes visible asks which build the server has, in ms. */
export const BUILD_CHECK_EVERY_MS = 15 * 60 * 1000
/** How long a build that was asked to take over may take, in ms; then the page loads anew, which ends what the one before still has in hand. */
export const TAKE_OVER_WAIT_MS = 10_000
