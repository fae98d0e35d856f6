import type { Database } from '#server/database/database.ts'
import type { ChargeRow } from './rows.ts'
import { eq } from 'drizzle-orm'
import { sandboxCharge, sandboxSession } from '#server/database/sandbox-schema.ts'
import { decimalOf } from '#server/providers/payment/subotiz/decimal-amount.ts'
import { invoiceObject } from './wire-objects.ts'
import { writeNews } from './write-news.ts'

/** Gives money back; `cents` undefined means all that is left of it. Undefined where there is no such charge, or not that much left. */
export function refund(db: Database, chargeId: string, cents: number | undefined, nowMs: number): Promise<ChargeRow | undefined> {
  return db.transaction(async (tx) => {
    const [charge] = await tx.select().from(sandboxCharge).where(eq(sandboxCharge.id, chargeId)).for('update')
    if (charge?.state !== 'succeeded') return undefined
    const left = charge.amountCents - charge.refundedCents
    const given = cents ?? left
    if (given <= 0 || given > left) return undefined
    const after = { ...charge, refundedCents: charge.refundedCents + given }
    await tx.update(sandboxCharge).set({ refundedCents: after.refundedCents }).where(eq(sandboxCharge.id, chargeId))
    const [session] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, charge.sessionId))
    if (session === undefined) throw new Error('a charge has lost its session')
    const trade = { trade_id: charge.id, order_id: session.orderId, refund_amount: decimalOf(given), refund_status: 'succeeded' }
    const news = { sessionId: session.id, atMs: nowMs, dueAtMs: nowMs }
    await writeNews(tx, { ...news, type: 'v2.refunds.succeeded', data: { ...trade, currency: session.currencyCode } })
    if (after.subscriptionId !== null) await writeNews(tx, { ...news, type: 'v2.invoice.refunded', data: invoiceObject(session, after) })
    return after
  })
}
