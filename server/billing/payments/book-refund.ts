import { type Transaction, type RefundRow, and, eq, lte, or, sql, payment, refundRequest } from '#server/database/database.ts'
import { pointsOfRefunded } from '#shared/domain/refund-rules.ts'
import { type IssueContext, issueCreditNote } from '../invoices/issue-documents.ts'
import { appendEntries } from '../ledger.ts'
import { pointsOf } from '../points.ts'
import { stopRenewals } from '../membership.ts'
import type { PaymentRow } from './record-payment.ts'
import type { PayerNotice } from './payer-notice.ts'

/**
 * Records the amount that the provider has refunded of a payment. Deducts unspent points in proportion, minus the points that a refund
 * request has deducted, issues the credit note and settles the refund requests. Lock the owner first.
 */
export async function bookRefund(
  tx: Transaction,
  row: PaymentRow,
  refundedCents: number,
  issueContext: IssueContext,
): Promise<readonly PayerNotice[]> {
  if (refundedCents <= row.refundedCents) return []
  const { points } = await pointsOf(tx, row.ownerId)
  const withdrawnPoints = Math.min(points, Math.max(0, pointsOfRefunded(row, refundedCents) - row.pointsTakenBack))
  if (withdrawnPoints > 0) await withdrawPoints(tx, row, withdrawnPoints, issueContext.nowMs)
  await issueCreditNote(tx, row, refundedCents, issueContext)
  await tx.update(payment).set({ refundedCents }).where(eq(payment.id, row.id))
  const settledRequests = await settleRequests(tx, row.id, refundedCents, issueContext.nowMs)
  const refundNotice = {
    cents: Math.min(refundedCents, row.amountCents) - row.refundedCents,
    points: settledRequests.reduce((sum, request) => sum + request.points, withdrawnPoints),
    endsPlan: settledRequests.some(({ endsPlan }) => endsPlan),
  }
  return refundNotice.cents > 0 ? [{ kind: 'refunded', payment: row, refund: refundNotice }] : []
}

/** Deducts the points of a payment. The balance must cover them. Lock the owner first. */
export async function withdrawPoints(tx: Transaction, { id, ownerId }: PaymentRow, points: number, nowMs: number): Promise<void> {
  const movement = { kind: 'purchase', amount: -points, orderId: id, note: 'Refunded' } as const
  const appended = await appendEntries(tx, ownerId, [movement], nowMs)
  if (!appended.ok) throw new Error('more was taken than there is')
  await tx
    .update(payment)
    .set({ pointsTakenBack: sql`${payment.pointsTakenBack} + ${points}` })
    .where(eq(payment.id, id))
}

async function settleRequests(tx: Transaction, paymentId: string, refundedCents: number, nowMs: number): Promise<RefundRow[]> {
  const isRefunded = lte(sql`${refundRequest.refundedBeforeCents} + ${refundRequest.amountCents}`, refundedCents)
  return tx
    .update(refundRequest)
    .set({ state: 'refunded', settledAtMs: nowMs, syncAtMs: null })
    .where(and(eq(refundRequest.paymentId, paymentId), eq(refundRequest.state, 'requested'), isRefunded))
    .returning()
}

type PlanOrder = Pick<RefundRow, 'ownerId'> & { readonly id: string }

/**
 * If a refund that ends the plan was requested: ends the plan once the money is refunded, and returns `notices` without those about the
 * end, because the refund mail covers it. Without such a request, returns `notices` unchanged. Lock the owner first.
 */
export async function endRefundedPlan(
  tx: Transaction,
  order: PlanOrder,
  notices: readonly PayerNotice[],
  nowMs: number,
): Promise<readonly PayerNotice[]> {
  const isOpen = or(eq(refundRequest.state, 'requested'), eq(refundRequest.state, 'refunded'))
  const requests = await tx
    .select({ state: refundRequest.state })
    .from(refundRequest)
    .where(and(eq(refundRequest.orderId, order.id), eq(refundRequest.endsPlan, true), isOpen))
  if (requests.length === 0) return notices
  const isRefunded = requests.some(({ state }) => state === 'refunded')
  if (isRefunded) await stopRenewals(tx, order.ownerId, 'now', nowMs, order.id)
  return notices.filter(({ kind }) => kind !== 'cancelled' && !(isRefunded && kind === 'ended'))
}
