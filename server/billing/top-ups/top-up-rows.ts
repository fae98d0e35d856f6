import type { Database, Transaction } from '#server/database/database.ts'
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from '#server/database/database.ts'
import { type OrderRow, type TopUpRow, payment, payOrder, topUp } from '#server/database/schema.ts'
import { type TopUpEnd, utcMonthOf } from '#shared/domain/top-up-rules.ts'

type Db = Database | Transaction

export async function readRunningTopUp(db: Db, ownerId: string): Promise<TopUpRow | undefined> {
  return (
    await db
      .select()
      .from(topUp)
      .where(and(eq(topUp.ownerId, ownerId), isNull(topUp.endedAtMs)))
  )[0]
}

/** Ends the account's agreement, if there is one. A charge in progress completes. Lock the owner first. */
export async function endTopUp(tx: Transaction, ownerId: string, endReason: TopUpEnd, nowMs: number): Promise<void> {
  await tx
    .update(topUp)
    .set({ endedAtMs: nowMs, endReason })
    .where(and(eq(topUp.ownerId, ownerId), isNull(topUp.endedAtMs)))
}

const OPEN_STATES = ['PENDING', 'FAILED'] as const

export async function readOpenTopUpOrder(db: Db, ownerId: string): Promise<OrderRow | undefined> {
  const isOpen = and(eq(payOrder.ownerId, ownerId), isNotNull(payOrder.topUpId), inArray(payOrder.state, OPEN_STATES))
  return (await db.select().from(payOrder).where(isOpen))[0]
}

/**
 * The amount that top-ups in a currency charged in the current month in UTC, in minor units, over all agreements and including refunded
 * ones. An order counts in the month of its creation and in that of its payment.
 */
export async function sumChargedThisMonth(db: Db, ownerId: string, currencyCode: string, nowMs: number): Promise<number> {
  const { startsAtMs, endsAtMs } = utcMonthOf(nowMs)
  const isPaidThisMonth = and(gte(payment.paidAtMs, startsAtMs), lt(payment.paidAtMs, endsAtMs))
  const isCreatedThisMonth = and(gte(payOrder.createdAtMs, startsAtMs), lt(payOrder.createdAtMs, endsAtMs))
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${payment.amountCents}), 0)` })
    .from(payment)
    .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
    .where(
      and(
        eq(payment.ownerId, ownerId),
        eq(payment.currencyCode, currencyCode),
        isNotNull(payOrder.topUpId),
        or(isPaidThisMonth, isCreatedThisMonth),
      ),
    )
  return Number(row?.cents ?? 0)
}
