import { type Database, type Transaction, and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from '#server/database/database.ts'
import { payment, payOrder, subscription, account, trialUse } from '#server/database/schema.ts'
import { PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import { type CallAnswer, type Context, ok } from '#server/verbs/verb.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import type { getPayInfo } from '#shared/api/pay-user.ts'
import { pointsOf } from './points.ts'
import { mailboxHash, mailboxHashes } from '#server/addresses/mailbox-hash.ts'

export interface Membership {
  readonly isActive: boolean
  /** Whether the account gets packs at the price for members: it has a running paid plan. A trial does not count. */
  readonly hasPackDiscount: boolean
  /** When the membership ends or ended, in ms since 1970; null if the account never had a membership. */
  readonly endsAtMs: number | null
  readonly everSubscribed: boolean
  /** The running plan; of several running plans, the plan that renews. Null if no plan runs. */
  readonly currentPlan: SubscriptionRow | null
}

/**
 * The end of a plan's features, in ms since 1970. If a payment fails or is not confirmed yet, features stay for the grace period. A plan
 * that is cancelled within the grace period ends at once, because the time is not paid. Rule: docs/billing.md, "Plans".
 */
export function featuresUntilMs(row: SubscriptionRow, nowMs: number): number {
  if (row.state === 'ended') return Math.min(row.endedAtMs ?? row.periodEndMs, row.periodEndMs + PAYMENT_GRACE_MS)
  if (row.state === 'past_due') {
    return row.cancelledAtMs === null ? row.periodEndMs + PAYMENT_GRACE_MS : Math.max(row.cancelledAtMs, row.periodEndMs)
  }
  const isRenewalUnconfirmed = row.cancelledAtMs === null && nowMs >= row.periodEndMs
  return isRenewalUnconfirmed ? row.periodEndMs + PAYMENT_GRACE_MS : row.periodEndMs
}

/**
 * The combined membership of all plans of an account, past and present. `paidOrders` are the orders with a payment. A trial whose first
 * charge failed is past due without a payment, so it gives no pack discount.
 */
export function membershipOf(rows: readonly SubscriptionRow[], paidOrders: ReadonlySet<string>, nowMs: number): Membership {
  const plansByEnd = rows.map((row) => ({ row, untilMs: featuresUntilMs(row, nowMs) })).toSorted((a, b) => b.untilMs - a.untilMs)
  const runningPlans = plansByEnd.filter(({ untilMs }) => untilMs > nowMs)
  return {
    isActive: runningPlans.length > 0,
    hasPackDiscount: runningPlans.some(({ row }) => row.state === 'active' || (row.state === 'past_due' && paidOrders.has(row.orderId))),
    endsAtMs: plansByEnd[0]?.untilMs ?? null,
    everSubscribed: rows.length > 0,
    currentPlan: (runningPlans.find(({ row }) => doesRenew(row)) ?? runningPlans[0])?.row ?? null,
  }
}

/** Whether another charge follows. A cancellation counts when it is stored, before the provider confirms it. */
export function doesRenew({
  state,
  cancelledAtMs,
  requestedStop,
}: Pick<SubscriptionRow, 'state' | 'cancelledAtMs' | 'requestedStop'>): boolean {
  return state !== 'ended' && cancelledAtMs === null && requestedStop === null
}

export async function readMembership(db: Database | Transaction, ownerId: string, nowMs: number): Promise<Membership> {
  const plans = await db.select().from(subscription).where(eq(subscription.ownerId, ownerId))
  const paidOrderRows = await db
    .selectDistinct({ orderId: payment.orderId })
    .from(payment)
    .where(and(eq(payment.ownerId, ownerId), gt(payment.cycle, 0)))
  return membershipOf(plans, new Set(paidOrderRows.map(({ orderId }) => orderId)), nowMs)
}

export type SubscriptionRow = typeof subscription.$inferSelect

/** Whether the user has requested the deletion of the account. Such an account cannot buy anything. */
export async function isLeaving(db: Database | Transaction, accountId: string): Promise<boolean> {
  const isDeletionRequested = and(eq(account.id, accountId), isNotNull(account.deletesAtMs))
  return (await db.select({ id: account.id }).from(account).where(isDeletionRequested)).length > 0
}

export async function readPayInfo({ ctx }: { ctx: Context }): Promise<CallAnswer<typeof getPayInfo>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { points } = await pointsOf(ctx.db, owner.value)
  const { isActive, endsAtMs } = await readMembership(ctx.db, owner.value, ctx.nowMs())
  return ok({ isVip: isActive, membershipExpiresAt: endsAtMs, points })
}

/** Whether the account's mailbox has used its free trial, with this account or another. */
export async function hadTrial(db: Database | Transaction, secret: string, accountId: string): Promise<boolean> {
  const hashes = mailboxHashes('trial', await readEmailOf(db, accountId), secret)
  const usedTrials = await db.select({ usedAtMs: trialUse.usedAtMs }).from(trialUse).where(inArray(trialUse.emailHash, hashes))
  return usedTrials.length > 0
}

export async function recordTrial(tx: Transaction, secret: string, accountId: string, nowMs: number): Promise<void> {
  const emailHash = mailboxHash('trial', await readEmailOf(tx, accountId), secret)
  await tx.insert(trialUse).values({ emailHash, usedAtMs: nowMs }).onConflictDoNothing()
}

async function readEmailOf(db: Database | Transaction, accountId: string): Promise<string> {
  const [row] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return row?.email ?? accountId
}

/**
 * Cancels all plans of an account, or the plan of one order, at the end of the paid period or at once. The cancellation counts when it is
 * stored. Scheduled checks send it to the provider until it succeeds. Lock the owner first.
 */
export async function stopRenewals(
  tx: Transaction,
  ownerId: string,
  when: 'period_end' | 'now',
  nowMs: number,
  orderId?: string,
): Promise<void> {
  const isChosenPlan = orderId === undefined ? undefined : eq(subscription.orderId, orderId)
  const isRunning = and(eq(subscription.ownerId, ownerId), ne(subscription.state, 'ended'), isChosenPlan)
  const isNotCancelled = or(isNull(subscription.cancelledAtMs), eq(subscription.requestedStop, 'withdrawn'))
  const isNotStopped = when === 'now' ? sql`${subscription.requestedStop} is distinct from 'now'` : isNotCancelled
  const stoppedPlans = await tx
    .update(subscription)
    .set({
      requestedStop:
        when === 'now' ? when : sql<'period_end'>`case ${subscription.requestedStop} when 'now' then 'now' else 'period_end' end`,
      wantedPlan: null,
      cancelledAtMs: sql`coalesce(${subscription.cancelledAtMs}, ${nowMs})`,
      syncAtMs: nowMs,
    })
    .where(and(isRunning, isNotStopped))
    .returning({ orderId: subscription.orderId })
  for (const row of stoppedPlans) await invalidateReads(tx, row.orderId)
}

/** Invalidates reads of the provider that are in progress: their answers may not include our latest request. Lock the owner first. */
export async function invalidateReads(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(payOrder)
    .set({ syncTries: sql`${payOrder.syncTries} + 1` })
    .where(eq(payOrder.id, orderId))
}
