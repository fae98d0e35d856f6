import type { OrderDeps } from './order-deps.ts'
import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { subscription } from '#server/database/payment-schema.ts'
import { TRIAL_REMINDER_MS } from '#shared/domain/membership-terms.ts'
import { tellPayer } from './tell-payer.ts'

/** Says a day before that a free week turns into a paid plan; once per end. */
export async function remindOfTrialEnd(deps: OrderDeps, orderId: string): Promise<void> {
  const nowMs = deps.nowMs()
  await deps.db.transaction(async (tx) => {
    const isDue = and(eq(subscription.orderId, orderId), eq(subscription.state, 'trial'), isNull(subscription.cancelledAtMs))
    const isNew = or(isNull(subscription.remindedOfMs), ne(subscription.remindedOfMs, subscription.periodEndMs))
    const [row] = await tx
      .update(subscription)
      .set({ remindedOfMs: sql`${subscription.periodEndMs}` })
      .where(and(isDue, isNew, lte(subscription.periodEndMs, nowMs + TRIAL_REMINDER_MS)))
      .returning()
    if (row !== undefined && row.periodEndMs > nowMs) await tellPayer(tx, deps, row, [{ kind: 'trial_ends', subscription: row }])
  })
  deps.mailer.wake()
}
