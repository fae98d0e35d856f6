import { type Transaction, and, asc, eq, inArray, isNotNull, ne } from '#server/database/database.ts'
import { type OrderRow, payment, planChange, subscription } from '#server/database/schema.ts'
import type { PayResult } from '#shared/api/pay-orders.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { creditedPoints } from '#shared/domain/plan-periods.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import type { ProviderCycle, ProviderOrder, ProviderSubscription } from '../providers/payment-provider.ts'
import { findSku, itemName, skuOfPlan } from '../catalogue/skus.ts'
import type { Issuing } from '../invoices/issue-documents.ts'
import { type SubscriptionRow, doesRenew, outdateReads } from '../membership.ts'
import { type PaymentRow, recordPayment, valueOf } from '../payments/record-payment.ts'
import type { PayerNotice } from '../payments/payer-notice.ts'
import { bookRefund, endRefundedPlan } from '../payments/book-refund.ts'
import { closeUnpaidOrders } from './close-unpaid-orders.ts'
import { nextSubscriptionCheckMs } from './next-check.ts'

const STATES = { pending: 'PENDING', succeeded: 'SUCCESS', failed: 'FAILED', closed: 'CLOSED' } as const

interface Applied {
  readonly state: PayResult
  readonly notices: readonly PayerNotice[]
}

/**
 * Applies the provider's state of an order to the ledger. Idempotent: calls may repeat, arrive late or run concurrently. A later state
 * never removes a recorded payment. Lock the owner and the order first.
 */
export async function applyProviderState(tx: Transaction, order: OrderRow, truth: ProviderOrder, issuing: Issuing): Promise<Applied> {
  const state = order.state === 'SUCCESS' ? 'SUCCESS' : STATES[truth.state]
  if (truth.state !== 'succeeded') return { state, notices: [] }
  if (order.skuType === CONSUMABLE_SKU) return { state, notices: await applyPack(tx, order, truth, issuing) }
  // The order is paid, but the provider has not created the subscription yet. The order will be checked again.
  if (truth.subscription === null) return { state: order.state, notices: [] }
  const booked = await applyCycles(tx, order, truth, truth.subscription, issuing)
  const notices = await storeSubscription(tx, order, truth.subscription, issuing.nowMs)
  return { state, notices: [...booked, ...(await endRefundedPlan(tx, order, notices, issuing.nowMs))] }
}

async function applyPack(tx: Transaction, order: OrderRow, truth: ProviderOrder, issuing: Issuing): Promise<readonly PayerNotice[]> {
  const { ref, amountCents, currencyCode, paymentMethod, refundedCents } = truth
  const facts = { ref, amountCents, currencyCode, paymentMethod, points: order.points, paidAtMs: truth.paidAtMs ?? issuing.nowMs }
  const incoming = { ...facts, ...discountOf(order, null), cycle: null, plan: null, creditCents: 0, startsAtMs: null, endsAtMs: null }
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
  const notices: PayerNotice[] = []
  const known = new Map((await paymentsOf(tx, order)).map((row) => [row.cycle, row]))
  const prices = await agreedPrices(tx, order.id)
  for (const cycle of cycles) {
    const before = known.get(cycle.cycle)
    const plan = cycle.plan ?? planOf(order)
    const points = pointsOfCycle(order, truth, cycle, prices, known.get(cycle.cycle - 1))
    const incoming = { ...toIncoming(truth, cycle), ...discountOf(order, cycle.cycle), plan, points }
    const row =
      before ?? (await recordPayment(tx, order, incoming, { ...issuing, note: itemName({ cycle: cycle.cycle, points: 0 }, plan) }))
    known.set(cycle.cycle, row)
    if (before === undefined) notices.push({ kind: cycle.cycle === 0 ? 'trial_begun' : 'paid', payment: row })
    notices.push(...(await bookRefund(tx, row, cycle.refundedCents, issuing)))
  }
  return notices
}

function toIncoming({ currencyCode, paymentMethod }: ProviderOrder, cycle: ProviderCycle) {
  const { ref, amountCents, creditCents, startsAtMs, endsAtMs, paidAtMs } = cycle
  return { ref, amountCents, creditCents, currencyCode, paymentMethod, startsAtMs, endsAtMs, paidAtMs, cycle: cycle.cycle }
}

/** The discount of a payment. A promotion code applies only to the first payment. */
function discountOf({ discountCents, promotionCode }: OrderRow, cycle: number | null): Pick<PaymentRow, 'discountCents' | 'promotionCode'> {
  return cycle === null || cycle === FIRST_PAID_CYCLE ? { discountCents, promotionCode } : { discountCents: 0, promotionCode: '' }
}

const FIRST_PAID_CYCLE = 1

/**
 * The points of a cycle: none for a free week, and none for a cycle that is not paid in full. After a change within a period, points for
 * the credited time are not added again.
 */
function pointsOfCycle(
  order: OrderRow,
  { currencyCode }: ProviderOrder,
  cycle: ProviderCycle,
  prices: ReadonlyMap<Plan, number>,
  before: PaymentRow | undefined,
): number {
  const plan = cycle.plan ?? planOf(order)
  const price = prices.get(plan) ?? (plan === planOf(order) ? order.amountCents + order.discountCents : 0)
  const agreed = { currencyCode: order.currencyCode, amountCents: price }
  const isInFull = isPaidInFull(agreed, currencyCode, cycle.amountCents + cycle.creditCents + discountOf(order, cycle.cycle).discountCents)
  if (cycle.cycle === 0 || !isInFull) return 0
  const { points } = plan === planOf(order) ? (findSku(order.skuId) ?? skuOfPlan(plan)) : skuOfPlan(plan)
  return points - (before === undefined ? 0 : creditedPoints(before.points - before.pointsTakenBack, cycle.creditCents, valueOf(before)))
}

/** The price of each plan in the plan changes that the user accepted; the last accepted change of a plan counts. */
async function agreedPrices(tx: Transaction, orderId: string): Promise<ReadonlyMap<Plan, number>> {
  const isAgreed = and(eq(planChange.orderId, orderId), isNotNull(planChange.agreedAtMs))
  const rows = await tx.select().from(planChange).where(isAgreed).orderBy(asc(planChange.agreedAtMs))
  return new Map(rows.map(({ toPlan, priceCents }) => [toPlan, priceCents]))
}

function planOf({ skuId }: OrderRow): Plan {
  const plan = findSku(skuId)?.plan
  if (plan === null || plan === undefined) throw new Error(`${skuId} is no plan`)
  return plan
}

/**
 * Whether an order is paid in full: in its currency, with at least its amount. The order of a trial has the amount 0, but a payment has at
 * least 1.
 */
export function isPaidInFull(order: Pick<OrderRow, 'amountCents' | 'currencyCode'>, currencyCode: string, amountCents: number): boolean {
  return currencyCode === order.currencyCode && amountCents >= Math.max(1, order.amountCents)
}

function nameOf({ skuId }: OrderRow): string {
  return findSku(skuId)?.name ?? skuId
}

async function paymentsOf(tx: Transaction, order: OrderRow): Promise<PaymentRow[]> {
  return tx.select().from(payment).where(eq(payment.orderId, order.id))
}

/** The subscription row for a provider state. Its period ends with the last paid cycle. */
function toRow(order: OrderRow, truth: ProviderSubscription, known: SubscriptionRow | undefined, nowMs: number): SubscriptionRow {
  const plan = truth.plan ?? planOf(order)
  const last = truth.cycles.at(-1)
  const requestedStop = isConfirmed(known, truth) ? null : (known?.requestedStop ?? null)
  const fields = {
    orderId: order.id,
    ownerId: order.ownerId,
    ref: truth.ref,
    skuId: plan === planOf(order) ? order.skuId : skuOfPlan(plan).skuId,
    plan,
    nextPlan: truth.nextPlan,
    wantedPlan: isWantedStill(known, truth) ? (known?.wantedPlan ?? null) : null,
    changeId: known?.changeId ?? null,
    state: truth.state,
    periodStartMs: last?.startsAtMs ?? truth.periodStartMs,
    periodEndMs: last?.endsAtMs ?? truth.periodEndMs,
    // Our cancellation counts already before the provider confirms it.
    cancelledAtMs: truth.cancelledAtMs ?? (requestedStop === null ? null : (known?.cancelledAtMs ?? nowMs)),
    endedAtMs: truth.endedAtMs,
    requestedStop,
    remindedOfMs: known?.remindedOfMs ?? null,
    createdAtMs: known?.createdAtMs ?? nowMs,
  }
  return { ...fields, syncAtMs: nextSubscriptionCheckMs(fields, nowMs) }
}

/** Whether a scheduled plan change is still valid: the plan is neither cancelled nor ended, and the change has not started. */
function isWantedStill(known: SubscriptionRow | undefined, { plan, cancelledAtMs, endedAtMs }: ProviderSubscription): boolean {
  return known?.wantedPlan !== plan && cancelledAtMs === null && endedAtMs === null
}

function isConfirmed(known: SubscriptionRow | undefined, { cancelledAtMs, endedAtMs }: ProviderSubscription): boolean {
  if (known?.requestedStop === 'withdrawn') return cancelledAtMs === null || endedAtMs !== null
  return cancelledAtMs !== null || endedAtMs !== null
}

/**
 * Stores the state of a subscription and returns the notices to send. If the subscription is new, only the highest renewing plan of the
 * account continues.
 */
async function storeSubscription(
  tx: Transaction,
  order: OrderRow,
  truth: ProviderSubscription,
  nowMs: number,
): Promise<readonly PayerNotice[]> {
  const [known] = await tx.select().from(subscription).where(eq(subscription.orderId, order.id)).for('update')
  const row = await settleChange(tx, toRow(order, truth, known, nowMs), nowMs)
  await tx.insert(subscription).values(row).onConflictDoUpdate({ target: subscription.orderId, set: row })
  const others = await tx.select().from(subscription).where(isOther(row))
  if (known === undefined) await stopLesserPlans(tx, row, others, nowMs)
  // The plan of `row` now renews at its full price. An order for another plan that has been open since the trial, or since a cancellation,
  // would start a second plan.
  else if (isPaidOn(row) && !isPaidOn(known)) await closeUnpaidOrders(tx, row.ownerId, nowMs, 'plans')
  const notices = noticesOf(known, row)
  // While another plan continues, the user gets no notice that this plan has ended.
  return others.length > 0 ? notices.filter(({ kind }) => kind !== 'ended') : notices
}

/** Clears an immediate plan change that is complete, or that did not reach the provider in time. */
async function settleChange(tx: Transaction, row: SubscriptionRow, nowMs: number): Promise<SubscriptionRow> {
  if (row.changeId === null) return row
  const mine = eq(planChange.id, row.changeId)
  const [change] = await tx.select().from(planChange).where(mine)
  const isMade = change?.toPlan === row.plan
  if (change !== undefined && !isMade && nowMs < change.expiresAtMs + LATE_CHANGE_MS) return row
  await tx
    .update(planChange)
    .set({ outcome: isMade ? 'changed' : 'lapsed' })
    .where(mine)
  const settled = { ...row, changeId: null }
  return { ...settled, syncAtMs: nextSubscriptionCheckMs(settled, nowMs) }
}

/** A plan change that was sent in time may arrive at the provider this long after its expiry, in ms. */
const LATE_CHANGE_MS = 2 * 60 * 1000

const isOther = ({ orderId, ownerId }: SubscriptionRow) =>
  and(eq(subscription.ownerId, ownerId), ne(subscription.orderId, orderId), ne(subscription.state, 'ended'))

/**
 * An account pays for one plan: of several renewing plans, the highest continues and the others end at once. Of equal plans, the newest
 * continues. A plan that was cancelled earlier runs to its paid end.
 */
async function stopLesserPlans(tx: Transaction, row: SubscriptionRow, others: readonly SubscriptionRow[], nowMs: number): Promise<void> {
  const renewing = others.filter(doesRenew)
  const isLesser = renewing.some((other) => rankOf(other) > rankOf(row))
  const stopped = (isLesser ? [row] : renewing).map(({ orderId }) => orderId)
  await tx.update(subscription).set({ requestedStop: 'now', syncAtMs: nowMs }).where(inArray(subscription.orderId, stopped))
  // The user withdrew the cancellation of another plan, but then bought this one: the other plan is cancelled again.
  const withdrawn = others.filter(({ requestedStop }) => requestedStop === 'withdrawn').map(({ orderId }) => orderId)
  await tx.update(subscription).set({ requestedStop: 'period_end', syncAtMs: nowMs }).where(inArray(subscription.orderId, withdrawn))
  for (const orderId of withdrawn) await outdateReads(tx, orderId)
}

function isPaidOn(row: SubscriptionRow): boolean {
  return row.state === 'active' && doesRenew(row)
}

function rankOf({ plan, state }: SubscriptionRow): number {
  if (plan === 'yearly') return 2
  return state === 'trial' ? 0 : 1
}

function noticesOf(known: SubscriptionRow | undefined, row: SubscriptionRow): readonly PayerNotice[] {
  if (known === undefined) return []
  const isReplaced = known.requestedStop === 'now'
  if (row.state === 'ended') return known.state === 'ended' || isReplaced ? [] : [{ kind: 'ended', subscription: row }]
  if (row.state === 'past_due' && known.state !== 'past_due') return [{ kind: 'past_due', subscription: row }]
  if (known.cancelledAtMs !== null && row.cancelledAtMs === null) return [{ kind: 'resumed', subscription: row }]
  if (row.nextPlan !== known.nextPlan && row.plan === known.plan && row.cancelledAtMs === null) {
    return [{ kind: row.nextPlan === null ? 'plan_kept' : 'plan_changes', subscription: row }]
  }
  const isCancelled = row.cancelledAtMs !== null && (known.cancelledAtMs === null || known.requestedStop === 'period_end')
  return isCancelled && row.requestedStop === null && !isReplaced ? [{ kind: 'cancelled', subscription: row }] : []
}
