import type { Transaction } from '#server/platform/database/database.ts'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { subscription } from '#server/platform/database/payment-schema.ts'

/**
 * Cancels all plans of an account, at the end of the paid period or at once. It takes effect when stored here; the next scheduled checks repeat
 * it to the provider until it succeeds. Lock the owner first.
 */
export async function stopRenewals(tx: Transaction, ownerId: string, when: 'period_end' | 'now', nowMs: number): Promise<void> {
  const isRunning = and(eq(subscription.ownerId, ownerId), ne(subscription.state, 'ended'))
  const isWanted = when === 'now' ? sql`${subscription.requestedStop} is distinct from 'now'` : isNull(subscription.cancelledAtMs)
  await tx
    .update(subscription)
    .set({
      requestedStop: when === 'now' ? when : sql<'period_end'>`coalesce(${subscription.requestedStop}, 'period_end')`,
      cancelledAtMs: sql`coalesce(${subscription.cancelledAtMs}, ${nowMs})`,
      syncAtMs: nowMs,
    })
    .where(and(isRunning, isWanted))
}
