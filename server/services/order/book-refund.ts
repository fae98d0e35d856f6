import type { Transaction } from '#server/database/database.ts'
import type { PaymentRow } from './book-payment.ts'
import { eq } from 'drizzle-orm'
import { payment } from '#server/database/payment-schema.ts'
import { appendEntries } from '#server/services/credits/append-entries.ts'
import { pointsOf } from '#server/services/credits/read-points.ts'

/**
 * Takes the points of money that was given back, in proportion, as far as they are still there: what has been spent stays spent, and
 * the balance never falls below zero. The owner is locked.
 */
export async function bookRefund(tx: Transaction, row: PaymentRow, refundedCents: number, nowMs: number): Promise<void> {
  if (refundedCents <= row.refundedCents) return
  const owed = Math.floor((row.points * Math.min(refundedCents, row.amountCents)) / Math.max(1, row.amountCents))
  const { points } = await pointsOf(tx, row.ownerId)
  const taken = Math.min(points, Math.max(0, owed - row.pointsTakenBack))
  if (taken > 0) {
    const movement = { kind: 'purchase', amount: -taken, orderId: row.id, note: 'Refunded' } as const
    const appended = await appendEntries(tx, row.ownerId, [movement], nowMs)
    if (!appended.ok) throw new Error('more was taken than there is')
  }
  await tx
    .update(payment)
    .set({ refundedCents, pointsTakenBack: row.pointsTakenBack + taken })
    .where(eq(payment.id, row.id))
}
