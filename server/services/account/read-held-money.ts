import type { Transaction } from '#server/database/database.ts'
import { asc, eq } from 'drizzle-orm'
import { payment, payOrder, subscription } from '#server/database/payment-schema.ts'

/** What an account ordered, has or had, and paid. Neither the addresses of checkouts nor our own schedule tell it anything. */
export async function readHeldMoney(tx: Transaction, accountId: string): Promise<Readonly<Record<string, unknown>>> {
  const { id, skuId, skuType, points, amountCents, currencyCode, provider, state, createdAtMs, settledAtMs } = payOrder
  const orders = await tx
    .select({ id, skuId, skuType, points, amountCents, currencyCode, provider, state, createdAtMs, settledAtMs })
    .from(payOrder)
    .where(eq(payOrder.ownerId, accountId))
    .orderBy(asc(createdAtMs), asc(id))
  const plans = await tx
    .select()
    .from(subscription)
    .where(eq(subscription.ownerId, accountId))
    .orderBy(asc(subscription.createdAtMs), asc(subscription.orderId))
  const payments = await tx.select().from(payment).where(eq(payment.ownerId, accountId)).orderBy(asc(payment.paidAtMs), asc(payment.id))
  return {
    orders,
    subscriptions: plans.map(({ ownerId: _, syncAtMs: __, stopWish: ___, ...plan }) => plan),
    payments: payments.map(({ ownerId: _, ...paid }) => paid),
  }
}
