import { type Transaction, type OrderRow, payment } from '#server/database/database.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { type Issuing, issueInvoice } from '../invoices/issue-documents.ts'
import { appendEntries } from '../ledger.ts'

export type PaymentRow = typeof payment.$inferSelect
type Incoming = Omit<PaymentRow, 'id' | 'orderId' | 'ownerId' | 'refundedCents' | 'pointsTakenBack'>

/**
 * Records a payment that is not in the ledger yet, issues its invoice and adds its points. Lock the owner first. The table allows one row
 * per order and cycle.
 */
export async function recordPayment(
  tx: Transaction,
  order: OrderRow,
  incoming: Incoming,
  issuing: Issuing & { readonly note: string },
): Promise<PaymentRow> {
  const [booked] = await tx
    .insert(payment)
    .values({ ...incoming, id: makeId(), orderId: order.id, ownerId: order.ownerId })
    .returning()
  if (booked === undefined) throw new Error('the payment was not stored')
  await issueInvoice(tx, booked, issuing)
  if (booked.points === 0) return booked
  const kind = booked.cycle === null ? 'purchase' : 'grant'
  const movement = { kind, amount: booked.points, orderId: booked.id, note: issuing.note } as const
  const added = await appendEntries(tx, order.ownerId, [movement], issuing.nowMs)
  if (!added.ok) throw new Error('adding points can not fall below zero')
  return booked
}

/** The value of a payment: money and credit, minus refunds. */
export function valueOf({ amountCents, creditCents, refundedCents }: PaymentRow): number {
  return amountCents + creditCents - refundedCents
}
