import { type Database, type Transaction, and, eq, gt, isNotNull, ne } from '#server/database/database.ts'
import { payOrder, subscription } from '#server/database/schema.ts'
import { stopRenewals } from './membership.ts'
import { closeUnpaidOrders } from './orders/close-unpaid-orders.ts'
import { endTopUp } from './top-ups/top-up-rows.ts'
import { ORDER_POLL_LIMIT_MS } from './orders/next-check.ts'

/** Ends an owner's plans and open orders; the next scheduled check ends them at the provider. Lock the owner first. */
export async function endPayments(tx: Transaction, ownerId: string, nowMs: number): Promise<void> {
  await stopRenewals(tx, ownerId, 'now', nowMs)
  await closeOpenOrders(tx, ownerId, nowMs)
}

/** After this age, in ms, an order's checkout has expired at every provider. */
const CHECKOUT_OPEN_MS = 2 * ORDER_POLL_LIMIT_MS

/** True if no plan runs and no open checkout could start one: nothing can be charged any more. */
export async function hasEndedPayments(db: Database, ownerId: string, nowMs: number): Promise<boolean> {
  const runningPlans = await db
    .select({ id: subscription.orderId })
    .from(subscription)
    .where(and(eq(subscription.ownerId, ownerId), ne(subscription.state, 'ended')))
    .limit(1)
  const isOpen = and(isNotNull(payOrder.syncAtMs), gt(payOrder.createdAtMs, nowMs - CHECKOUT_OPEN_MS))
  const openOrders = await db
    .select({ id: payOrder.id })
    .from(payOrder)
    .where(and(eq(payOrder.ownerId, ownerId), isOpen))
    .limit(1)
  return runningPlans.length + openOrders.length === 0
}

/**
 * Ends the top-up of an account that is being deleted, and closes the account's unpaid orders in the database. The next scheduled check
 * closes them at the provider. Lock the owner first.
 */
export async function closeOpenOrders(tx: Transaction, ownerId: string, nowMs: number): Promise<void> {
  await endTopUp(tx, ownerId, 'leaving', nowMs)
  await closeUnpaidOrders(tx, ownerId, nowMs, 'all')
}
