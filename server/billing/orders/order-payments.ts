import type { Services } from '#server/context.ts'
import type { Transaction, Database } from '#server/platform/database/database.ts'
import { type OrderRow, payment, payOrder, subscription } from '#server/platform/database/payment-schema.ts'
import { lockOwner } from '#server/platform/context/require-owner.ts'
import { makeId } from '#server/platform/context/make-id.ts'
import { type Issuing, issueInvoice } from '../invoices/issue-documents.ts'
import { appendEntries } from '../ledger/ledger.ts'
import { type SubscriptionRow, stopRenewals } from '../membership/membership.ts'
import { and, eq, gt, isNotNull, ne, inArray } from 'drizzle-orm'
import { CONSUMABLE_SKU } from '#shared/domain/sku-types.ts'
import type { RefundAmounts } from '#shared/domain/refund-rules.ts'
import { settleRedemption } from '../promotions/redeem-promotion.ts'
import { endTopUp } from '../top-ups/top-up-rows.ts'
import { ORDER_KEPT_MS } from './next-check.ts'

export type PaymentRow = typeof payment.$inferSelect
type Incoming = Omit<PaymentRow, 'id' | 'orderId' | 'ownerId' | 'refundedCents' | 'pointsTakenBack'>

/**
 * Records a payment that is not in the ledger yet, issues its invoice and adds its points. Lock the owner first; the table allows one row per
 * order and cycle.
 */
export async function recordPayment(
  tx: Transaction,
  order: OrderRow,
  incoming: Incoming,
  told: Issuing & { readonly note: string },
): Promise<PaymentRow> {
  const [booked] = await tx
    .insert(payment)
    .values({ ...incoming, id: makeId(), orderId: order.id, ownerId: order.ownerId })
    .returning()
  if (booked === undefined) throw new Error('a payment was not written down')
  await issueInvoice(tx, booked, told)
  if (booked.points === 0) return booked
  const kind = booked.cycle === null ? 'purchase' : 'grant'
  const movement = { kind, amount: booked.points, orderId: booked.id, note: told.note } as const
  const added = await appendEntries(tx, order.ownerId, [movement], told.nowMs)
  if (!added.ok) throw new Error('adding points can not fall below zero')
  return booked
}

/** What a payment stands for: money and credit, less what was given back. */
export function valueOf({ amountCents, creditCents, refundedCents }: PaymentRow): number {
  return amountCents + creditCents - refundedCents
}

/** The mails a payer gets about a payment. */
export type PayerNotice =
  | { readonly kind: 'paid' | 'trial_begun'; readonly payment: PaymentRow }
  | {
      readonly kind: 'refunded' | 'refund_refused'
      readonly payment: PaymentRow
      readonly refund: RefundAmounts & { readonly endsPlan: boolean }
    }
  | {
      readonly kind: 'trial_ends' | 'renews' | 'past_due' | 'cancelled' | 'resumed' | 'ended' | 'plan_changes' | 'plan_kept'
      readonly subscription: SubscriptionRow
    }

/** Ends plans and open orders of an owner; the next scheduled check ends them at the provider. Lock the owner first. */
export async function endPayments(tx: Transaction, ownerId: string, nowMs: number): Promise<void> {
  await stopRenewals(tx, ownerId, 'now', nowMs)
  await closeOpenOrders(tx, ownerId, nowMs)
}

/** Checkouts of older orders have expired at every provider, in ms. */
const CHECKOUT_OPEN_MS = 2 * ORDER_KEPT_MS

/** True when no plan runs and no open checkout could begin one: nothing can be charged any more. */
export async function hasEndedPayments(db: Database, ownerId: string, nowMs: number): Promise<boolean> {
  const running = await db
    .select({ id: subscription.orderId })
    .from(subscription)
    .where(and(eq(subscription.ownerId, ownerId), ne(subscription.state, 'ended')))
    .limit(1)
  const isOpen = and(isNotNull(payOrder.syncAtMs), gt(payOrder.createdAtMs, nowMs - CHECKOUT_OPEN_MS))
  const open = await db
    .select({ id: payOrder.id })
    .from(payOrder)
    .where(and(eq(payOrder.ownerId, ownerId), isOpen))
    .limit(1)
  return running.length + open.length === 0
}

/**
 * Closes unpaid orders here; the next scheduled check closes them at the provider. All are closed where an account is leaving: its top-up ends.
 * Lock the owner first.
 */
export async function closeOpenOrders(tx: Transaction, ownerId: string, nowMs: number, which: 'all' | 'plans' = 'all'): Promise<void> {
  if (which === 'all') await endTopUp(tx, ownerId, 'leaving', nowMs)
  const isWanted = which === 'all' ? undefined : ne(payOrder.skuType, CONSUMABLE_SKU)
  await tx
    .update(payOrder)
    .set({ state: 'CLOSED', settledAtMs: nowMs, syncAtMs: nowMs })
    .where(and(eq(payOrder.ownerId, ownerId), inArray(payOrder.state, ['PENDING', 'FAILED']), isWanted))
}

/** Closes an order of which nothing is paid, for good. */
export async function closeOrder({ db, nowMs }: Pick<Services, 'db' | 'nowMs'>, order: OrderRow): Promise<OrderRow> {
  const change = { state: 'CLOSED', settledAtMs: nowMs(), syncAtMs: null } as const
  await db.transaction(async (tx) => {
    await lockOwner(tx, order.ownerId)
    const isUnpaid = and(eq(payOrder.id, order.id), ne(payOrder.state, 'SUCCESS'))
    const closed = await tx.update(payOrder).set(change).where(isUnpaid).returning({ id: payOrder.id })
    if (closed.length > 0) await settleRedemption(tx, order, 'released', nowMs())
  })
  return { ...order, ...change }
}
