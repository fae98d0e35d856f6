import { eq, subscription } from '#server/database/database.ts'
import { type OrderDeps, notifyPayer } from '../notify-payer.ts'
import { reminderAtMs } from '../orders/next-check.ts'

/** Sends the reminder of the next charge, once per period. No reminder is sent after the end of the period. */
export async function remindOfCharge(deps: OrderDeps, orderId: string): Promise<void> {
  const nowMs = deps.nowMs()
  await deps.db.transaction(async (tx) => {
    const isThisPlan = eq(subscription.orderId, orderId)
    const [row] = await tx.select().from(subscription).where(isThisPlan).for('update')
    const atMs = row === undefined ? null : reminderAtMs(row)
    if (row === undefined || atMs === null || atMs > nowMs) return
    await tx.update(subscription).set({ remindedOfMs: row.periodEndMs }).where(isThisPlan)
    const kind = row.state === 'trial' ? 'trial_ends' : 'renews'
    if (row.periodEndMs > nowMs) await notifyPayer(tx, deps, row, [{ kind, subscription: row }])
  })
}
