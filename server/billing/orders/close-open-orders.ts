import type { Transaction } from '#server/platform/database/database.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { payOrder } from '#server/platform/database/payment-schema.ts'

/** Closes unpaid orders here; the next scheduled check closes them at the provider. Lock the owner first. */
export async function closeOpenOrders(tx: Transaction, ownerId: string, nowMs: number): Promise<void> {
  await tx
    .update(payOrder)
    .set({ state: 'CLOSED', settledAtMs: nowMs, syncAtMs: nowMs })
    .where(and(eq(payOrder.ownerId, ownerId), inArray(payOrder.state, ['PENDING', 'FAILED'])))
}
