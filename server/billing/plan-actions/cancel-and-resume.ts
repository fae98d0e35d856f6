import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { unsubscribe, resumePlan } from '#shared/api/subscription.ts'
import { type Transaction, and, eq, ne, subscription } from '#server/database/database.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { syncOrder } from '../orders/sync-order.ts'
import { closeUnpaidOrders } from '../orders/close-unpaid-orders.ts'
import { isRefundOpen } from '../payments/refund-offer.ts'
import { type SubscriptionRow, featuresUntilMs, invalidateReads, doesRenew, isLeaving } from '../membership.ts'
import { canResume } from '../membership/offered-actions.ts'

/**
 * Cancels the renewals of a plan, and its pending change. The cancellation counts when it is stored. It is sent to the provider at once and
 * repeated until it succeeds. The plan runs to the end of the paid period.
 */
export async function cancelSubscription({ ctx, input }: CallRequest<typeof unsubscribe>): Promise<CallAnswer<typeof unsubscribe>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const nowMs = ctx.nowMs()
  // A double press sends the same idempotency key. A request with another key finds the plan already cancelled.
  const cancellation = await onceForKey(ctx, accountId, async (tx) => {
    const isThisPlan = and(eq(subscription.orderId, input.orderId), eq(subscription.ownerId, accountId))
    const [row] = await tx.select().from(subscription).where(isThisPlan)
    if (row === undefined) return refuse('H4023', ['orderId'])
    const isCancelled = row.cancelledAtMs !== null && row.requestedStop !== 'withdrawn'
    if (isCancelled || featuresUntilMs(row, nowMs) <= nowMs) return refuse('H4021')
    const requestedStop = row.requestedStop === 'now' ? 'now' : 'period_end'
    const [stoppedPlan] = await tx
      .update(subscription)
      .set({ cancelledAtMs: nowMs, requestedStop, wantedPlan: null, syncAtMs: nowMs })
      .where(isThisPlan)
      .returning()
    await invalidateReads(tx, input.orderId)
    return stoppedPlan === undefined ? refuse('H4023', ['orderId']) : ok({ endsAt: featuresUntilMs(stoppedPlan, nowMs) })
  })
  if (!cancellation.ok) return cancellation
  const synced = await syncOrder(ctx, input.orderId)
  if (!synced.ok)
    ctx.log.warn(
      { orderId: input.orderId, reason: synced.error },
      'Plan cancellation not delivered to the payment provider; retrying later',
    )
  return cancellation
}

/**
 * Withdraws a cancellation. The withdrawal is stored, and sent to the provider until it succeeds. The plan counts as cancelled until the
 * provider confirms, so the page never promises a renewal that fails. A later cancellation replaces the withdrawal.
 */
export async function resumeSubscription({
  ctx,
  input: { orderId },
}: CallRequest<typeof resumePlan>): Promise<CallAnswer<typeof resumePlan>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const isThisPlan = and(eq(subscription.orderId, orderId), eq(subscription.ownerId, accountId))
  const withdrawal = await onceForKey(ctx, accountId, async (tx) => {
    const [row] = await tx.select().from(subscription).where(isThisPlan)
    return row === undefined ? refuse('H4023', ['orderId']) : withdrawStop(tx, ctx, row)
  })
  if (!withdrawal.ok) return withdrawal
  const synced = await syncOrder(ctx, orderId)
  if (!synced.ok)
    ctx.log.warn({ orderId, reason: synced.error }, 'Plan cancellation reversal not delivered to the payment provider; retrying later')
  const [row] = await ctx.db.select().from(subscription).where(isThisPlan)
  if (row === undefined || row.state === 'ended') return refuse('H4021')
  if (doesRenew(row)) return ok({ renewsAt: row.periodEndMs })
  return row.requestedStop === 'withdrawn' ? ok({ renewsAt: null }) : refuse('H4021')
}

/**
 * Withdraws the cancellation of a plan. Closes open checkouts of other plans, because both plans would be charged. H4043 if another plan
 * renews. The caller has locked the owner.
 */
async function withdrawStop(tx: Transaction, ctx: Context, row: SubscriptionRow): Promise<Answer<object>> {
  const nowMs = ctx.nowMs()
  const isRunning = ctx.payment.can.has('resume') && featuresUntilMs(row, nowMs) > nowMs
  const isPending = row.requestedStop === 'withdrawn'
  if (!isRunning || !(canResume(row) || isPending) || (await isLeaving(tx, row.ownerId))) return refuse('H4021')
  if (await isRefundOpen(tx, row.orderId)) return refuse('H4021')
  const isOtherPlan = and(eq(subscription.ownerId, row.ownerId), ne(subscription.orderId, row.orderId))
  if ((await tx.select().from(subscription).where(isOtherPlan)).some(doesRenew)) return refuse('H4043')
  await closeUnpaidOrders(tx, row.ownerId, nowMs, 'plans')
  await tx.update(subscription).set({ requestedStop: 'withdrawn', syncAtMs: nowMs }).where(eq(subscription.orderId, row.orderId))
  await invalidateReads(tx, row.orderId)
  return ok({})
}
