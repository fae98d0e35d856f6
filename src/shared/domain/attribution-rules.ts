const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The attribution SDK's line of versions. */
export const ATTRIBUTION_SDK_LINE = '5.8'
/** After so long without use a session is over, in ms. */
export const SESSION_WINDOW_MS = 30 * MINUTE_MS
/** How often a running session is noted, in ms. */
export const SESSION_TIMER_MS = 60 * SECOND_MS
/** How long a message that could not be sent is worth sending, in ms. */
export const MESSAGE_VALID_MS = 28 * DAY_MS
/** Ids of events that are remembered, so that none is told twice. */
export const DEDUPLICATION_LIST_LIMIT = 10
/** Before the first try of a message, in ms. */
export const FIRST_WAIT_MS = 150
/** The longest wait of all: what a timer can hold, about 24.8 days, in ms. */
export const LONGEST_WAIT_MS = 0x7f_ff_ff_ff
/** Between tries without a network, in ms. */
export const NO_CONNECTION_WAIT_MS = 60 * SECOND_MS
/** Between tries after which the server is unlikely to be well soon, in ms. The SDK begins at 2 min where 2 h were asked for. */
export const LONG_BACKOFF_MS = { first: 2 * MINUTE_MS, longest: DAY_MS } as const
/** Between tries of what is waited for, in ms. */
export const SHORT_BACKOFF_MS = { first: 200, longest: HOUR_MS } as const
/** Decimals of an amount of money. */
export const REVENUE_DECIMALS = 5

/** Tries of `tinit` after the first one. */
export const TINIT_RETRIES = 5
/** Before the first of them, in ms; each next one waits twice as long. */
export const TINIT_FIRST_WAIT_MS = SECOND_MS

/** How long after a session or a click a browser asks where its person came from, in ms. */
export const ATTRIBUTION_ASK_IN_MS = 1000
/** How long the server keeps what a browser has told, and a browser that tells nothing, in ms. */
export const ATTRIBUTION_KEPT_MS = 90 * DAY_MS
/** Longest body of one message, in bytes. */
export const MAX_TRACKER_BYTES = 16 * 1024
/** What a paid order is called among the events. */
export const PURCHASE_EVENT = 'purchase'
/** Where the tracker answers, on our own origin. */
export const TRACKER_PATH = '/api/adjust'
