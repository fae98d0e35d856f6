/** How often, and how far apart, the balance is asked for after a purchase. Rule: docs/billing.md, "Polling". */
export const CREDITS_POLL_TRIES = 10
export const CREDITS_POLL_MS = 1000

/** The same for the membership. */
export const MEMBERSHIP_POLL_TRIES = 10
export const MEMBERSHIP_POLL_MS = 1000

/** The same for an order whose checkout says that it was paid. */
export const ORDER_POLL_TRIES = 6
export const ORDER_POLL_MS = 1000

/** No short poll lasts longer than this, however few of its tries were answered, in ms. */
export const SHORT_POLL_LIMIT_MS = 60_000

/** An order nobody confirmed is asked for from this age on, in ms: its tab may have died after the payment. */
export const UNCONFIRMED_ORDER_MS = 60_000

/** The pauses between two questions for an order that is not settled in time, in ms: they grow from the first to the last. */
export const LATE_ORDER_PAUSE_MS = { minMs: 10_000, maxMs: 5 * 60_000 } as const

/** How long an order that is not settled is asked for, in ms. */
export const PENDING_ORDER_KEPT_MS = 24 * 60 * 60 * 1000

/** How long the key of a purchase is kept when its order did not end, in ms. Rule: docs/billing.md, "Orders made once". */
export const INTENT_KEPT_MS = 24 * 60 * 60 * 1000

/** "One more" said again within this time, in ms, is the same wish: two tabs or a double press make one order. */
export const AGAIN_JOINED_MS = 5000

/** How long an order that has ended is shown unless it is put away, in ms. */
export const ENDED_ORDER_KEPT_MS = 24 * 60 * 60 * 1000

/** How long the last order is remembered, in ms: 1440 minutes. */
export const LAST_ORDER_KEPT_MS = 1440 * 60 * 1000

/** The wait between the pay service's word on the membership and a new reading of the history, in ms. */
export const HISTORY_RELOAD_DELAY_MS = 3000
