const DAY_MS = 24 * 60 * 60 * 1000

/** The time after a payment in which a refund can be requested, in ms. */
export const REFUND_WINDOW_MS = 14 * DAY_MS
/** The maximum number of refunds of an account within `REFUND_LIMIT_PERIOD_MS`; refused requests are not counted. */
export const MOST_REFUNDS = 3
/** The period over which requested refunds are counted, in ms. */
export const REFUND_LIMIT_PERIOD_MS = 365 * DAY_MS
/** How long a refund request may wait for the payment service before the operator is notified, in ms. */
export const REFUND_PROMISE_MS = DAY_MS

/** The reasons for a refund. */
export const REFUND_REASONS = ['not_needed', 'mistake', 'twice', 'not_as_expected', 'other'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** `requested`: the payment service has not decided yet; the points are withdrawn already. */
export const REFUND_STATES = ['requested', 'refunded', 'refused'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A payment: its amount and points, and how much of them was refunded and withdrawn. */
export interface RefundablePayment {
  readonly amountCents: number
  readonly refundedCents: number
  readonly points: number
  readonly pointsTakenBack: number
}

export interface RefundAmounts {
  readonly cents: number
  readonly points: number
}

/**
 * The refund of a payment: its unspent points, and their share of the money, rounded down to the cent. Spending uses up all other points of
 * the account first. Null if nothing is left. Rule: docs/billing.md, "Refunds".
 */
export function refundOf(payment: RefundablePayment, balance: number): RefundAmounts | null {
  const points = Math.min(balance, payment.points - payment.pointsTakenBack)
  if (points <= 0) return null
  const remainingCents = payment.amountCents - payment.refundedCents
  const cents = Math.min(remainingCents, Math.floor((payment.amountCents * points) / payment.points))
  return cents <= 0 ? null : { cents, points }
}

/** The points of the refunded part of a payment, rounded down. */
export function pointsOfRefunded({ amountCents, points }: RefundablePayment, refundedCents: number): number {
  return Math.floor((points * Math.min(refundedCents, amountCents)) / Math.max(1, amountCents))
}
