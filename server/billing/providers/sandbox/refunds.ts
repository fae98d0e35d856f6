import { type Database, type Transaction, and, eq, sum } from '#server/database/database.ts'
import { sandboxCharge, sandboxRefund, sandboxSession } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { decimalText } from '#shared/domain/currencies.ts'
import type { ChargeRow, RefundRow } from './sandbox-deps.ts'
import { invoiceObject } from './wire-objects.ts'
import { writeEvent } from './events.ts'

interface RefundInput {
  readonly chargeId: string
  /** The amount to refund; undefined refunds the rest of the charge. */
  readonly cents: number | undefined
  /** The idempotency key of the refund. */
  readonly key: string
}

/**
 * Refunds money: at once, or after a button press on the admin page if the charge delays refunds. Undefined for an unknown charge, and for
 * more money than the charge has left.
 */
export function refund(db: Database, { chargeId, cents, key }: RefundInput, nowMs: number): Promise<RefundRow | undefined> {
  return db.transaction(async (tx) => {
    const [charge] = await tx.select().from(sandboxCharge).where(eq(sandboxCharge.id, chargeId)).for('update')
    const [knownRefund] = await tx.select().from(sandboxRefund).where(eq(sandboxRefund.merchantKey, key))
    if (knownRefund !== undefined) return knownRefund.chargeId === chargeId ? knownRefund : undefined
    if (charge?.state !== 'succeeded') return undefined
    const remainingCents = charge.amountCents - charge.refundedCents - (await readPendingCents(tx, chargeId))
    const amountCents = cents ?? remainingCents
    if (amountCents <= 0 || amountCents > remainingCents) return undefined
    const row = { id: makeId(), chargeId, merchantKey: key, amountCents, state: 'processing', createdAtMs: nowMs } as const
    await tx.insert(sandboxRefund).values(row)
    return charge.holdsRefunds ? row : settleRefund(tx, charge, row, 'succeeded', nowMs)
  })
}

/** Decides a pending refund. Does nothing if the refund is already decided. */
export function decideRefund(db: Database, id: string, state: 'succeeded' | 'failed', nowMs: number): Promise<RefundRow | undefined> {
  return db.transaction(async (tx) => {
    const [refundRow] = await tx.select({ chargeId: sandboxRefund.chargeId }).from(sandboxRefund).where(eq(sandboxRefund.id, id))
    if (refundRow === undefined) return undefined
    const [charge] = await tx.select().from(sandboxCharge).where(eq(sandboxCharge.id, refundRow.chargeId)).for('update')
    const isPending = and(eq(sandboxRefund.id, id), eq(sandboxRefund.state, 'processing'))
    const [row] = await tx.select().from(sandboxRefund).where(isPending)
    return charge === undefined || row === undefined ? undefined : settleRefund(tx, charge, row, state, nowMs)
  })
}

async function readPendingCents(tx: Transaction, chargeId: string): Promise<number> {
  const isPending = and(eq(sandboxRefund.chargeId, chargeId), eq(sandboxRefund.state, 'processing'))
  const [row] = await tx
    .select({ cents: sum(sandboxRefund.amountCents) })
    .from(sandboxRefund)
    .where(isPending)
  return Number(row?.cents ?? 0)
}

async function settleRefund(tx: Transaction, charge: ChargeRow, row: RefundRow, state: 'succeeded' | 'failed', nowMs: number) {
  await tx.update(sandboxRefund).set({ state }).where(eq(sandboxRefund.id, row.id))
  const refundedCents = charge.refundedCents + (state === 'succeeded' ? row.amountCents : 0)
  await tx.update(sandboxCharge).set({ refundedCents }).where(eq(sandboxCharge.id, charge.id))
  const [session] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, charge.sessionId))
  if (session === undefined) throw new Error('a charge has lost its session')
  const { currencyCode, orderId } = session
  const amount = decimalText(row.amountCents, currencyCode)
  const event = { sessionId: session.id, atMs: nowMs, dueAtMs: nowMs }
  const trade = { refund_id: row.id, trade_id: charge.id, order_id: orderId, refund_amount: amount }
  const data = { ...trade, refund_status: state, currency: currencyCode }
  await writeEvent(tx, { ...event, type: `v2.refunds.${state}`, data })
  if (state === 'succeeded' && charge.subscriptionId !== null) {
    await writeEvent(tx, { ...event, type: 'v2.invoice.refunded', data: invoiceObject(session, { ...charge, refundedCents }) })
  }
  return { ...row, state }
}
