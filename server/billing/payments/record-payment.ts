import { type Transaction, type OrderRow, payment } from '#server/database/database.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { type IssueContext, issueInvoice } from '../invoices/issue-documents.ts'
import { appendEntries } from '../ledger.ts'

export type PaymentRow = typeof payment.$inferSelect
type IncomingPayment = Omit<PaymentRow, 'id' | 'orderId' | 'ownerId' | 'refundedCents' | 'pointsTakenBack'>

/**
 * Records a payment that is not in the ledger yet, issues its invoice and adds its points. Lock the owner first. The table allows one row
 * per order and cycle.
 */
export async function recordPayment(
  tx: Transaction,
  order: OrderRow,
  incomingPayment: IncomingPayment,
  issueContext: IssueContext & { readonly note: string },
): Promise<PaymentRow> {
  const [paymentRow] = await tx
    .insert(payment)
    .values({ ...incomingPayment, id: makeId(), orderId: order.id, ownerId: order.ownerId })
    .returning()
  if (paymentRow === undefined) throw new Error('the payment was not stored')
  await issueInvoice(tx, paymentRow, issueContext)
  if (paymentRow.points === 0) return paymentRow
  const kind = paymentRow.cycle === null ? 'purchase' : 'grant'
  const movement = { kind, amount: paymentRow.points, orderId: paymentRow.id, note: issueContext.note } as const
  const added = await appendEntries(tx, order.ownerId, [movement], issueContext.nowMs)
  if (!added.ok) throw new Error('adding points can not fall below zero')
  return paymentRow
}

/** The value of a payment: money and credit, minus refunds. */
export function valueOf({ amountCents, creditCents, refundedCents }: PaymentRow): number {
  return amountCents + creditCents - refundedCents
}
