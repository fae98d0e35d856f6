import type { Transaction } from '#server/platform/database/database.ts'
import type { ProviderCycle, ProviderOrder, ProviderSubscription } from '../providers/payment-provider.ts'
import type { PayResult } from '#shared/api/pay-orders.ts'
import type { PaymentRow } from './record-payment.ts'
import type { OrderRow } from '#server/platform/database/payment-schema.ts'
import type { PayerNotice } from './payer-notice.ts'
import { eq } from 'drizzle-orm'
import { payment } from '#server/platform/database/payment-schema.ts'
import { findSku } from '../catalogue/skus.ts'
import { itemName } from '../payments/item-name.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-price.ts'
import { appendEntries, pointsOf } from '../ledger/ledger.ts'
import { recordPayment } from './record-payment.ts'
import { storeSubscription } from './store-subscription.ts'

const STATES = { pending: 'PENDING', succeeded: 'SUCCESS', failed: 'FAILED', closed: 'CLOSED' } as const

export interface Applied {
  readonly state: PayResult
  readonly news: readonly PayerNotice[]
}

/**
 * Applies the provider's state of an order to our ledger; idempotent when repeated, late or concurrent. A payment that was recorded stays
 * recorded, whatever a later state says. Lock the owner and the order first.
 */
export async function applyProviderState(tx: Transaction, order: OrderRow, truth: ProviderOrder, nowMs: number): Promise<Applied> {
  const state = order.state === 'SUCCESS' ? 'SUCCESS' : STATES[truth.state]
  if (truth.state !== 'succeeded') return { state, news: [] }
  if (order.skuType === CONSUMABLE_SKU) return { state, news: await applyPack(tx, order, truth, nowMs) }
  // Paid, but the provider has not created the subscription yet: the order is checked again.
  if (truth.subscription === null) return { state: order.state, news: [] }
  const booked = await applyCycles(tx, order, truth, truth.subscription, nowMs)
  return { state, news: [...booked, ...(await storeSubscription(tx, order, truth.subscription, nowMs))] }
}

async function applyPack(tx: Transaction, order: OrderRow, truth: ProviderOrder, nowMs: number): Promise<readonly PayerNotice[]> {
  const { ref, amountCents, currencyCode, paymentMethod, refundedCents } = truth
  const facts = { ref, amountCents, currencyCode, paymentMethod, points: order.points, paidAtMs: truth.paidAtMs ?? nowMs }
  const incoming = { ...facts, cycle: null, startsAtMs: null, endsAtMs: null }
  const [known] = await paymentsOf(tx, order)
  const row = known ?? (await recordPayment(tx, order, incoming, { note: `Bought ${nameOf(order)}`, nowMs }))
  await bookRefund(tx, row, refundedCents, nowMs)
  return known === undefined ? [{ kind: 'paid', payment: row }] : []
}

async function applyCycles(
  tx: Transaction,
  order: OrderRow,
  truth: ProviderOrder,
  { cycles }: ProviderSubscription,
  nowMs: number,
): Promise<readonly PayerNotice[]> {
  const news: PayerNotice[] = []
  const known = new Map((await paymentsOf(tx, order)).map((row) => [row.cycle, row]))
  for (const cycle of cycles) {
    const row =
      known.get(cycle.cycle) ?? (await recordPayment(tx, order, toIncoming(order, truth, cycle), { note: cycleName(order, cycle), nowMs }))
    if (!known.has(cycle.cycle)) news.push({ kind: cycle.cycle === 0 ? 'trial_begun' : 'paid', payment: row })
    await bookRefund(tx, row, cycle.refundedCents, nowMs)
  }
  return news
}

function toIncoming(order: OrderRow, { currencyCode, paymentMethod }: ProviderOrder, cycle: ProviderCycle) {
  const { ref, amountCents, startsAtMs, endsAtMs, paidAtMs } = cycle
  // The free week gives the plan's features but no points.
  const points = cycle.cycle > 0 && isPaidInFull(order, currencyCode, amountCents) ? (findSku(order.skuId)?.points ?? 0) : 0
  return { ref, amountCents, currencyCode, paymentMethod, startsAtMs, endsAtMs, paidAtMs, points, cycle: cycle.cycle }
}

/** A lower amount, or another currency, is not a payment in full. The plan after a trial always costs something. */
export function isPaidInFull(order: OrderRow, currencyCode: string, amountCents: number): boolean {
  return currencyCode === order.currencyCode && amountCents >= Math.max(1, order.amountCents)
}

function nameOf({ skuId }: OrderRow): string {
  return findSku(skuId)?.name ?? skuId
}

function cycleName(order: OrderRow, { cycle }: ProviderCycle): string {
  const plan = findSku(order.skuId)?.plan ?? null
  return plan === null ? nameOf(order) : itemName({ cycle, points: 0 }, plan)
}

async function paymentsOf(tx: Transaction, order: OrderRow): Promise<PaymentRow[]> {
  return tx.select().from(payment).where(eq(payment.orderId, order.id))
}

/** Takes back the points of a refund in proportion, as far as they are unspent: the balance never falls below zero. Lock the owner first. */
async function bookRefund(tx: Transaction, row: PaymentRow, refundedCents: number, nowMs: number): Promise<void> {
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
