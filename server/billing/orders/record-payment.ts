import type { Transaction } from '#server/platform/database/database.ts'
import { type OrderRow, payment } from '#server/platform/database/payment-schema.ts'
import { makeId } from '#server/platform/context/make-id.ts'
import { appendEntries } from '../ledger/ledger.ts'
import type { SubscriptionRow } from '../membership/membership.ts'

export type PaymentRow = typeof payment.$inferSelect
type Incoming = Omit<PaymentRow, 'id' | 'orderId' | 'ownerId' | 'refundedCents' | 'pointsTakenBack'>

/** Records a payment that is not in the ledger yet and adds its points. Lock the owner first; the table allows one row per order and cycle. */
export async function recordPayment(
  tx: Transaction,
  order: OrderRow,
  incoming: Incoming,
  told: { readonly note: string; readonly nowMs: number },
): Promise<PaymentRow> {
  const [booked] = await tx
    .insert(payment)
    .values({ ...incoming, id: makeId(), orderId: order.id, ownerId: order.ownerId })
    .returning()
  if (booked === undefined) throw new Error('a payment was not written down')
  if (booked.points === 0) return booked
  const kind = booked.cycle === null ? 'purchase' : 'grant'
  const movement = { kind, amount: booked.points, orderId: booked.id, note: told.note } as const
  const added = await appendEntries(tx, order.ownerId, [movement], told.nowMs)
  if (!added.ok) throw new Error('adding points can not fall below zero')
  return booked
}

/** The mails a payer gets about a payment. */
export type PayerNotice =
  | { readonly kind: 'paid' | 'trial_begun'; readonly payment: PaymentRow }
  | { readonly kind: 'trial_ends' | 'past_due' | 'cancelled' | 'ended'; readonly subscription: SubscriptionRow }
