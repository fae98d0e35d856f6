const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The major and minor version of the attribution SDK. */
export const ATTRIBUTION_SDK_LINE = '5.8'
/** The idle time that ends a session of the SDK, in ms. */
export const SESSION_WINDOW_MS = 30 * MINUTE_MS
/** The interval at which the SDK updates its session, in ms. */
export const SESSION_TIMER_MS = 60 * SECOND_MS
/** How long the SDK retries an unsent message, in ms. */
export const MESSAGE_VALID_MS = 28 * DAY_MS
/** The number of event ids that the SDK stores, so that it sends no event twice. */
export const DEDUPLICATION_LIST_LIMIT = 10
/** The pause before the SDK's first try of a message, in ms. */
export const FIRST_WAIT_MS = 150
/** The longest pause of the SDK, about 24.8 days, in ms: browsers fire longer timers at once. */
export const LONGEST_WAIT_MS = 0x7f_ff_ff_ff
/** The pause between the SDK's tries without a network, in ms. */
export const NO_CONNECTION_WAIT_MS = 60 * SECOND_MS
/** The first and longest pause between the SDK's tries after server errors, in ms. The SDK uses 2 min, not the configured 2 h. */
export const LONG_BACKOFF_MS = { first: 2 * MINUTE_MS, longest: DAY_MS } as const
/** The first and longest pause between tries of the SDK's attribution and erasure requests, in ms. */
export const SHORT_BACKOFF_MS = { first: 200, longest: HOUR_MS } as const
/** The number of decimals of a revenue that the SDK sends. */
export const REVENUE_DECIMALS = 5

/** The maximum number of retries of the `tinit` request, which asks whether the server has a tracker. */
export const TINIT_RETRIES = 5
/** The pause before the first retry of `tinit`, in ms; it doubles each time. */
export const TINIT_FIRST_WAIT_MS = SECOND_MS

/** The time after a session or click message at which the SDK asks the server for the attribution, in ms. */
export const ATTRIBUTION_ASK_IN_MS = 1000
/** How long the server stores an attribution message, and a browser that sends no more messages, in ms. */
export const ATTRIBUTION_RETENTION_MS = 90 * DAY_MS
/** The longest body of one attribution message, in bytes. */
export const MAX_TRACKER_BYTES = 16 * 1024
/** The name of the attribution event of a paid order. */
export const PURCHASE_EVENT = 'purchase'
/** The tracker's path on this site. */
export const TRACKER_PATH = '/api/adjust'
