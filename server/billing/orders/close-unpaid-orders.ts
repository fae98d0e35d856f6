import type { Services } from '#server/verbs/services.ts'
import { type Transaction, and, eq, inArray, ne } from '#server/database/database.ts'
import { type OrderRow, payOrder } from '#server/database/schema.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import { settleRedemption } from '../promotions/redeem-promotion.ts'

/** Closes an owner's unpaid orders in the database; the next scheduled check closes them at the provider. Lock the owner first. */
export async function closeUnpaidOrders(tx: Transaction, ownerId: string, nowMs: number, orderKinds: 'all' | 'plans'): Promise<void> {
  const isChosenKind = orderKinds === 'all' ? undefined : ne(payOrder.skuType, CONSUMABLE_SKU)
  await tx
    .update(payOrder)
    .set({ state: 'CLOSED', settledAtMs: nowMs, syncAtMs: nowMs })
    .where(and(eq(payOrder.ownerId, ownerId), inArray(payOrder.state, ['PENDING', 'FAILED']), isChosenKind))
}

export async function closeOrder({ db, nowMs }: Pick<Services, 'db' | 'nowMs'>, order: OrderRow): Promise<OrderRow> {
  const change = { state: 'CLOSED', settledAtMs: nowMs(), syncAtMs: null } as const
  await db.transaction(async (tx) => {
    await lockOwner(tx, order.ownerId)
    const isUnpaid = and(eq(payOrder.id, order.id), ne(payOrder.state, 'SUCCESS'))
    const closedRows = await tx.update(payOrder).set(change).where(isUnpaid).returning({ id: payOrder.id })
    if (closedRows.length > 0) await settleRedemption(tx, order, 'released', nowMs())
  })
  return { ...order, ...change }
}
