/** The operator's console opens only while the login and the proof of the second factor are both younger than this, in ms. */
export const OPERATOR_LOGIN_LIFETIME_MS = 8 * 60 * 60 * 1000
/** The age from which a second factor opens the console without a confirmation on the server, in ms. */
export const OPERATOR_FACTOR_AGE_MS = 24 * 60 * 60 * 1000
/** The maximum number of points that one act of an operator grants or withdraws. */
export const OPERATOR_POINTS_MAX = 100_000
/** The maximum number of characters of the reason that an operator enters for an act. */
export const REASON_MAX_LENGTH = 300
/** The maximum number of characters of an operator's answer to a contact message. */
export const REPLY_MAX_LENGTH = 5000
/** The maximum number of characters of the id or name of an act's subject. */
export const ID_MAX_LENGTH = 64
/** The maximum number of characters of a search in the console. */
export const LOOKUP_MAX_LENGTH = 300
/** Rows per page of the console's lists. */
export const OPERATOR_PAGE_ROWS = 30

/** Whether a login or a proof of the second factor is recent enough for the console. Rule: docs/operator.md, "Who". */
export function isRecentProof(atMs: number, nowMs: number): boolean {
  return nowMs - atMs < OPERATOR_LOGIN_LIFETIME_MS
}

/** When a second factor was set up, and when a person with a shell on the server confirmed it. */
interface FactorTimes {
  readonly setUpAtMs: number
  readonly confirmedAtMs: number | null
}

/** Whether a second factor opens the console: it was confirmed on the server, or is old enough. Rule: docs/operator.md, "Who". */
export function isTrustedFactor({ setUpAtMs, confirmedAtMs }: FactorTimes, nowMs: number): boolean {
  return confirmedAtMs !== null || nowMs - setUpAtMs >= OPERATOR_FACTOR_AGE_MS
}
