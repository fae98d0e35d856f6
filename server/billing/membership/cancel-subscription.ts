import type { Context } from '#server/context.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { unsubscribe } from '#shared/api/subscription.ts'
import { and, eq } from 'drizzle-orm'
import { subscription } from '#server/platform/database/payment-schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { onceForKey } from '#server/platform/context/once-for-key.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { syncOrder } from '../orders/sync-order.ts'
import { type Result, ok } from '#shared/result.ts'
import { featuresUntilMs, outdateReads } from './membership.ts'

/**
 * Cancels the renewals of a plan. It takes effect when stored here; the provider is called at once and again until it succeeds. The plan runs to
 * the end of the paid period. A change agreed to for that end is taken back with it.
 */
export async function cancelSubscription({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof unsubscribe>
}): Promise<Result<CallData<typeof unsubscribe>, ServiceFailure>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const nowMs = ctx.nowMs()
  // A double press repeats the page's key; a press with another key finds the plan cancelled.
  const cancelled = await onceForKey(ctx, accountId, async (tx) => {
    const mine = and(eq(subscription.orderId, input.orderId), eq(subscription.ownerId, accountId))
    const [row] = await tx.select().from(subscription).where(mine)
    if (row === undefined) return refuse('H4023', ['orderId'])
    const isCancelled = row.cancelledAtMs !== null && row.requestedStop !== 'withdrawn'
    if (isCancelled || featuresUntilMs(row, nowMs) <= nowMs) return refuse('H4021')
    const requestedStop = row.requestedStop === 'now' ? 'now' : 'period_end'
    const [stopped] = await tx
      .update(subscription)
      .set({ cancelledAtMs: nowMs, requestedStop, wantedPlan: null, syncAtMs: nowMs })
      .where(mine)
      .returning()
    await outdateReads(tx, input.orderId)
    return stopped === undefined ? refuse('H4023', ['orderId']) : ok({ endsAt: featuresUntilMs(stopped, nowMs) })
  })
  if (!cancelled.ok) return cancelled
  const synced = await syncOrder(ctx, input.orderId)
  if (!synced.ok) ctx.log.warn({ orderId: input.orderId, reason: synced.error }, 'the provider has not heard of a cancellation yet')
  return cancelled
}
