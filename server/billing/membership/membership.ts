import { and, eq, gt } from 'drizzle-orm'
import { PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { payment, subscription } from '#server/platform/database/payment-schema.ts'

export interface Membership {
  readonly isActive: boolean
  /** Whether packs cost half: a paid plan runs, not a trial. */
  readonly hasPackDiscount: boolean
  /** ms since 1970; null when there never was a membership. */
  readonly endsAtMs: number | null
  readonly everSubscribed: boolean
  /** The plan that gives the membership, the renewing one of several; null when none does. */
  readonly current: SubscriptionRow | null
}

/**
 * Until when a plan gives its features, in ms since 1970. While a payment fails, or the next cycle's payment is not confirmed yet, features stay
 * for the grace days; a plan cancelled within them ends at once, because nothing is paid. Rule: docs/billing.md, "Plans".
 */
export function featuresUntilMs(row: SubscriptionRow, nowMs: number): number {
  if (row.state === 'ended') return Math.min(row.endedAtMs ?? row.periodEndMs, row.periodEndMs + PAYMENT_GRACE_MS)
  if (row.state === 'past_due') {
    return row.cancelledAtMs === null ? row.periodEndMs + PAYMENT_GRACE_MS : Math.max(row.cancelledAtMs, row.periodEndMs)
  }
  const isSilent = row.cancelledAtMs === null && nowMs >= row.periodEndMs
  return isSilent ? row.periodEndMs + PAYMENT_GRACE_MS : row.periodEndMs
}

/**
 * The combined membership of all plans an account has or had. `paidOrders` are those with a payment: a trial whose first payment fails is past
 * due without one.
 */
export function membershipOf(rows: readonly SubscriptionRow[], paidOrders: ReadonlySet<string>, nowMs: number): Membership {
  const known = rows.map((row) => ({ row, untilMs: featuresUntilMs(row, nowMs) })).toSorted((a, b) => b.untilMs - a.untilMs)
  const running = known.filter(({ untilMs }) => untilMs > nowMs)
  return {
    isActive: running.length > 0,
    hasPackDiscount: running.some(({ row }) => row.state === 'active' || (row.state === 'past_due' && paidOrders.has(row.orderId))),
    endsAtMs: known[0]?.untilMs ?? null,
    everSubscribed: rows.length > 0,
    current: (running.find(({ row }) => doesRenew(row)) ?? running[0])?.row ?? null,
  }
}

/** Whether it will be charged again. A cancellation counts when it is stored, before the provider confirms it. */
export function doesRenew({
  state,
  cancelledAtMs,
  requestedStop,
}: Pick<SubscriptionRow, 'state' | 'cancelledAtMs' | 'requestedStop'>): boolean {
  return state !== 'ended' && cancelledAtMs === null && requestedStop === null
}

export async function readMembership(db: Database | Transaction, ownerId: string, nowMs: number): Promise<Membership> {
  const plans = await db.select().from(subscription).where(eq(subscription.ownerId, ownerId))
  const paid = await db
    .selectDistinct({ orderId: payment.orderId })
    .from(payment)
    .where(and(eq(payment.ownerId, ownerId), gt(payment.cycle, 0)))
  return membershipOf(plans, new Set(paid.map(({ orderId }) => orderId)), nowMs)
}

export type SubscriptionRow = typeof subscription.$inferSelect
