import type { Services } from '#server/verbs/services.ts'
import { type Database, type Transaction, and, eq, gt, inArray, isNotNull, ne } from '#server/database/database.ts'
import { type OrderRow, payOrder, subscription } from '#server/database/schema.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import { stopRenewals } from './membership.ts'
import { settleRedemption } from './promotions/redeem-promotion.ts'
import { endTopUp } from './top-ups/top-up-rows.ts'
import { ORDER_KEPT_MS } from './orders/next-check.ts'

/** Ends plans and open orders of an owner; the next scheduled check ends them at the provider. Lock the owner first. */
export async function endPayments(tx: Transaction, ownerId: string, nowMs: number): Promise<void> {
  await stopRenewals(tx, ownerId, 'now', nowMs)
  await closeOpenOrders(tx, ownerId, nowMs)
}

/** Checkouts of older orders have expired at every provider, in ms. */
const CHECKOUT_OPEN_MS = 2 * ORDER_KEPT_MS

/** True when no plan runs and no open checkout could begin one: nothing can be charged any more. */
export async function hasEndedPayments(db: Database, ownerId: string, nowMs: number): Promise<boolean> {
  const running = await db
    .select({ id: subscription.orderId })
    .from(subscription)
    .where(and(eq(subscription.ownerId, ownerId), ne(subscription.state, 'ended')))
    .limit(1)
  const isOpen = and(isNotNull(payOrder.syncAtMs), gt(payOrder.createdAtMs, nowMs - CHECKOUT_OPEN_MS))
  const open = await db
    .select({ id: payOrder.id })
    .from(payOrder)
    .where(and(eq(payOrder.ownerId, ownerId), isOpen))
    .limit(1)
  return running.length + open.length === 0
}

/**
 * Closes unpaid orders here; the next scheduled check closes them at the provider. All are closed where an account is leaving: its top-up ends.
 * Lock the owner first.
 */
export async function closeOpenOrders(tx: Transaction, ownerId: string, nowMs: number, which: 'all' | 'plans' = 'all'): Promise<void> {
  if (which === 'all') await endTopUp(tx, ownerId, 'leaving', nowMs)
  const isWanted = which === 'all' ? undefined : ne(payOrder.skuType, CONSUMABLE_SKU)
  await tx
    .update(payOrder)
    .set({ state: 'CLOSED', settledAtMs: nowMs, syncAtMs: nowMs })
    .where(and(eq(payOrder.ownerId, ownerId), inArray(payOrder.state, ['PENDING', 'FAILED']), isWanted))
}

/** Closes an order of which nothing is paid, for good. */
export async function closeOrder({ db, nowMs }: Pick<Services, 'db' | 'nowMs'>, order: OrderRow): Promise<OrderRow> {
  const change = { state: 'CLOSED', settledAtMs: nowMs(), syncAtMs: null } as const
  await db.transaction(async (tx) => {
    await lockOwner(tx, order.ownerId)
    const isUnpaid = and(eq(payOrder.id, order.id), ne(payOrder.state, 'SUCCESS'))
    const closed = await tx.update(payOrder).set(change).where(isUnpaid).returning({ id: payOrder.id })
    if (closed.length > 0) await settleRedemption(tx, order, 'released', nowMs())
  })
  return { ...order, ...change }
}
