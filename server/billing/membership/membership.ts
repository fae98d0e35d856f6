import { and, eq, gt } from 'drizzle-orm'
import { PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { payment, subscription } from '#server/platform/database/payment-schema.ts'

export interface Membership {
  readonly isActive: boolean
  /** Packs cost half: a paid plan runs, not a trial. */
  readonly hasPackDiscount: boolean
  /** ms since 1970; null when there never was a membership. */
  readonly endsAtMs: number | null
  readonly everSubscribed: boolean
  /** The plan that gives the membership, of several the one that renews; null when none does. */
  readonly current: SubscriptionRow | null
}

/**
 * Until when a plan gives its features, in ms since 1970. While a payment fails, or the provider has not told yet that the next cycle is
 * paid, everything stays for the days of grace; called off in them, it has nothing paid to run to and ends at once. Rule: docs/billing.md, "Plans".
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
 * What all plans that an account has or had come to now. `paidOrders` are those for which money came: a trial whose first payment fails
 * is past due, and has brought none.
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

/** Whether more will be charged for it. A wish to stop counts from its first moment, before the provider has heard it. */
export function doesRenew({ state, cancelledAtMs, stopWish }: Pick<SubscriptionRow, 'state' | 'cancelledAtMs' | 'stopWish'>): boolean {
  return state !== 'ended' && cancelledAtMs === null && stopWish === null
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
