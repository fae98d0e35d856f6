/** The maximum number of polls of the balance after a purchase. Rule: docs/billing.md, "Polling". */
export const CREDITS_POLL_TRIES = 10
/** The pause between polls of the balance, in ms. */
export const CREDITS_POLL_MS = 1000

/** The maximum number of polls of the membership after a purchase. */
export const MEMBERSHIP_POLL_TRIES = 10
/** The pause between polls of the membership, in ms. */
export const MEMBERSHIP_POLL_MS = 1000

/** The number of answered polls of an order whose checkout reported a payment, before the order is late. */
export const ORDER_POLL_TRIES = 6
/** The pause between these polls of an order, in ms. */
export const ORDER_POLL_MS = 1000

/** The time limit of the polling after a purchase, whichever number of answers has arrived, in ms. */
export const SHORT_POLL_LIMIT_MS = 60_000

/** The age from which an unconfirmed order is polled, in ms. Its tab may have closed after the payment. */
export const UNCONFIRMED_ORDER_MS = 60_000

/** The shortest and longest pause between polls of a late order, in ms. */
export const LATE_ORDER_PAUSE_MS = { minMs: 10_000, maxMs: 5 * 60_000 } as const

/** How long after its creation an order without a final state is polled, in ms. */
export const PENDING_ORDER_POLL_LIMIT_MS = 24 * 60 * 60 * 1000

/** How long the key of an unfinished purchase is stored, in ms. Rule: docs/billing.md, "Orders made once". */
export const INTENT_RETENTION_MS = 24 * 60 * 60 * 1000

/** Requests for another order of a SKU are merged within this time, in ms, so that two tabs or a double press create one order. */
export const AGAIN_JOINED_MS = 5000

/** How long an ended order is shown if the user does not dismiss it, in ms. */
export const ENDED_ORDER_SHOWN_MS = 24 * 60 * 60 * 1000

/** How long the last order of an account is stored, in ms: 1440 minutes. */
export const LAST_ORDER_RETENTION_MS = 1440 * 60 * 1000

/** The delay between the pay service's answer after a membership was paid and the reload of the subscription history, in ms. */
export const HISTORY_RELOAD_DELAY_MS = 3000
