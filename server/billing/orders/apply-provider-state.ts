import { eq, and, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import type { PayResult } from '#shared/api/pay-orders.ts'
import { type OrderRow, payment, subscription } from '#server/platform/database/payment-schema.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-price.ts'
import type { ProviderCycle, ProviderOrder, ProviderSubscription } from '../providers/payment-provider.ts'
import { findSku, itemName } from '../catalogue/skus.ts'
import type { Issuing } from '../invoices/issue-documents.ts'
import { type SubscriptionRow, doesRenew, outdateReads } from '../membership/membership.ts'
import { type PaymentRow, type PayerNotice, recordPayment } from './order-payments.ts'
import { bookRefund, endRefundedPlan } from '../refunds/book-refund.ts'
import { nextSubscriptionCheckMs } from './next-check.ts'

const STATES = { pending: 'PENDING', succeeded: 'SUCCESS', failed: 'FAILED', closed: 'CLOSED' } as const

interface Applied {
  readonly state: PayResult
  readonly news: readonly PayerNotice[]
}

/**
 * Applies the provider's state of an order to our ledger; idempotent when repeated, late or concurrent. A payment that was recorded stays
 * recorded, whatever a later state says. Lock the owner and the order first.
 */
export async function applyProviderState(tx: Transaction, order: OrderRow, truth: ProviderOrder, issuing: Issuing): Promise<Applied> {
  const state = order.state === 'SUCCESS' ? 'SUCCESS' : STATES[truth.state]
  if (truth.state !== 'succeeded') return { state, news: [] }
  if (order.skuType === CONSUMABLE_SKU) return { state, news: await applyPack(tx, order, truth, issuing) }
  // Paid, but the provider has not created the subscription yet: the order is checked again.
  if (truth.subscription === null) return { state: order.state, news: [] }
  const booked = await applyCycles(tx, order, truth, truth.subscription, issuing)
  const news = await storeSubscription(tx, order, truth.subscription, issuing.nowMs)
  return { state, news: [...booked, ...(await endRefundedPlan(tx, order, news, issuing.nowMs))] }
}

async function applyPack(tx: Transaction, order: OrderRow, truth: ProviderOrder, issuing: Issuing): Promise<readonly PayerNotice[]> {
  const { ref, amountCents, currencyCode, paymentMethod, refundedCents } = truth
  const facts = { ref, amountCents, currencyCode, paymentMethod, points: order.points, paidAtMs: truth.paidAtMs ?? issuing.nowMs }
  const incoming = { ...facts, cycle: null, startsAtMs: null, endsAtMs: null }
  const [known] = await paymentsOf(tx, order)
  const row = known ?? (await recordPayment(tx, order, incoming, { ...issuing, note: `Bought ${nameOf(order)}` }))
  const refunds = await bookRefund(tx, row, refundedCents, issuing)
  return known === undefined ? [{ kind: 'paid', payment: row }, ...refunds] : refunds
}

async function applyCycles(
  tx: Transaction,
  order: OrderRow,
  truth: ProviderOrder,
  { cycles }: ProviderSubscription,
  issuing: Issuing,
): Promise<readonly PayerNotice[]> {
  const news: PayerNotice[] = []
  const known = new Map((await paymentsOf(tx, order)).map((row) => [row.cycle, row]))
  for (const cycle of cycles) {
    const note = cycleName(order, cycle)
    const row = known.get(cycle.cycle) ?? (await recordPayment(tx, order, toIncoming(order, truth, cycle), { ...issuing, note }))
    if (!known.has(cycle.cycle)) news.push({ kind: cycle.cycle === 0 ? 'trial_begun' : 'paid', payment: row })
    news.push(...(await bookRefund(tx, row, cycle.refundedCents, issuing)))
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

/** The subscription row for a provider state. Its period ends with the last paid cycle, whatever else is open. */
function toRow(order: OrderRow, truth: ProviderSubscription, known: SubscriptionRow | undefined, nowMs: number): SubscriptionRow {
  const plan = findSku(order.skuId)?.plan
  if (plan === null || plan === undefined) throw new Error(`${order.skuId} is no plan`)
  const last = truth.cycles.at(-1)
  const requestedStop = isConfirmed(known, truth) ? null : (known?.requestedStop ?? null)
  const kept = {
    orderId: order.id,
    ownerId: order.ownerId,
    ref: truth.ref,
    skuId: order.skuId,
    plan,
    state: truth.state,
    periodStartMs: last?.startsAtMs ?? truth.periodStartMs,
    periodEndMs: last?.endsAtMs ?? truth.periodEndMs,
    // Our cancellation stands until the provider confirms it.
    cancelledAtMs: truth.cancelledAtMs ?? (requestedStop === null ? null : (known?.cancelledAtMs ?? nowMs)),
    endedAtMs: truth.endedAtMs,
    requestedStop,
    remindedOfMs: known?.remindedOfMs ?? null,
    createdAtMs: known?.createdAtMs ?? nowMs,
  }
  return { ...kept, syncAtMs: nextSubscriptionCheckMs(kept, nowMs) }
}

/** Whether the provider has done what was requested of it. */
function isConfirmed(known: SubscriptionRow | undefined, { cancelledAtMs, endedAtMs }: ProviderSubscription): boolean {
  if (known?.requestedStop === 'withdrawn') return cancelledAtMs === null || endedAtMs !== null
  return cancelledAtMs !== null || endedAtMs !== null
}

/** Stores the state of a subscription and returns the notice to send. A new one replaces all others. */
async function storeSubscription(
  tx: Transaction,
  order: OrderRow,
  truth: ProviderSubscription,
  nowMs: number,
): Promise<readonly PayerNotice[]> {
  const [known] = await tx.select().from(subscription).where(eq(subscription.orderId, order.id)).for('update')
  const row = toRow(order, truth, known, nowMs)
  await tx.insert(subscription).values(row).onConflictDoUpdate({ target: subscription.orderId, set: row })
  const others = await tx.select().from(subscription).where(isOther(row))
  if (known === undefined) await keepOne(tx, row, others, nowMs)
  const news = newsOf(known, row)
  // No notice of the end while another plan continues.
  return others.length > 0 ? news.filter(({ kind }) => kind !== 'ended') : news
}

const isOther = ({ orderId, ownerId }: SubscriptionRow) =>
  and(eq(subscription.ownerId, ownerId), ne(subscription.orderId, orderId), ne(subscription.state, 'ended'))

/**
 * An account pays for one plan: of those that would renew the lesser ends at once, the older on a tie. A plan cancelled before runs to its paid
 * end.
 */
async function keepOne(tx: Transaction, row: SubscriptionRow, others: readonly SubscriptionRow[], nowMs: number): Promise<void> {
  const renewing = others.filter(doesRenew)
  const isLesser = renewing.some((other) => rankOf(other) > rankOf(row))
  const stopped = (isLesser ? [row] : renewing).map(({ orderId }) => orderId)
  await tx.update(subscription).set({ requestedStop: 'now', syncAtMs: nowMs }).where(inArray(subscription.orderId, stopped))
  // A cancellation that is being taken back stands again beside a new plan.
  const withdrawn = others.filter(({ requestedStop }) => requestedStop === 'withdrawn').map(({ orderId }) => orderId)
  await tx.update(subscription).set({ requestedStop: 'period_end', syncAtMs: nowMs }).where(inArray(subscription.orderId, withdrawn))
  for (const orderId of withdrawn) await outdateReads(tx, orderId)
}

function rankOf({ plan, state }: SubscriptionRow): number {
  if (plan === 'yearly') return 2
  return state === 'trial' ? 0 : 1
}

function newsOf(known: SubscriptionRow | undefined, row: SubscriptionRow): readonly PayerNotice[] {
  if (known === undefined) return []
  const isReplaced = known.requestedStop === 'now'
  if (row.state === 'ended') return known.state === 'ended' || isReplaced ? [] : [{ kind: 'ended', subscription: row }]
  if (row.state === 'past_due' && known.state !== 'past_due') return [{ kind: 'past_due', subscription: row }]
  if (known.cancelledAtMs !== null && row.cancelledAtMs === null) return [{ kind: 'resumed', subscription: row }]
  const isCancelled = row.cancelledAtMs !== null && (known.cancelledAtMs === null || known.requestedStop === 'period_end')
  return isCancelled && row.requestedStop === null && !isReplaced ? [{ kind: 'cancelled', subscription: row }] : []
}
