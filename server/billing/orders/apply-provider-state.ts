import { type Transaction, and, asc, eq, inArray, isNotNull, ne } from '#server/database/database.ts'
import { type OrderRow, payment, planChange, subscription } from '#server/database/schema.ts'
import type { PayResult } from '#shared/api/pay-orders.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { creditedPoints } from '#shared/domain/plan-periods.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import type { ProviderCycle, ProviderOrder, ProviderSubscription } from '../providers/payment-provider.ts'
import { findSku, itemName, skuOfPlan } from '../catalogue/skus.ts'
import type { IssueContext } from '../invoices/issue-documents.ts'
import { type SubscriptionRow, doesRenew, invalidateReads } from '../membership.ts'
import { type PaymentRow, recordPayment, valueOf } from '../payments/record-payment.ts'
import type { PayerNotice } from '../payments/payer-notice.ts'
import { bookRefund, endRefundedPlan } from '../payments/book-refund.ts'
import { closeUnpaidOrders } from './close-unpaid-orders.ts'
import { nextSubscriptionCheckMs } from './next-check.ts'

const ORDER_STATES = { pending: 'PENDING', succeeded: 'SUCCESS', failed: 'FAILED', closed: 'CLOSED' } as const

interface AppliedState {
  readonly state: PayResult
  readonly notices: readonly PayerNotice[]
}

/**
 * Applies the provider's state of an order to the ledger. Idempotent: calls may repeat, arrive late or run concurrently. A later state
 * never removes a recorded payment. Lock the owner and the order first.
 */
export async function applyProviderState(
  tx: Transaction,
  order: OrderRow,
  providerOrder: ProviderOrder,
  issueContext: IssueContext,
): Promise<AppliedState> {
  const state = order.state === 'SUCCESS' ? 'SUCCESS' : ORDER_STATES[providerOrder.state]
  if (providerOrder.state !== 'succeeded') return { state, notices: [] }
  if (order.skuType === CONSUMABLE_SKU) return { state, notices: await applyPack(tx, order, providerOrder, issueContext) }
  // The order is paid, but the provider has not created the subscription yet. The order will be checked again.
  if (providerOrder.subscription === null) return { state: order.state, notices: [] }
  const bookedNotices = await applyCycles(tx, order, providerOrder, providerOrder.subscription, issueContext)
  const notices = await storeSubscription(tx, order, providerOrder.subscription, issueContext.nowMs)
  return { state, notices: [...bookedNotices, ...(await endRefundedPlan(tx, order, notices, issueContext.nowMs))] }
}

async function applyPack(
  tx: Transaction,
  order: OrderRow,
  providerOrder: ProviderOrder,
  issueContext: IssueContext,
): Promise<readonly PayerNotice[]> {
  const { ref, amountCents, currencyCode, paymentMethod, refundedCents } = providerOrder
  const facts = {
    ref,
    amountCents,
    currencyCode,
    paymentMethod,
    points: order.points,
    paidAtMs: providerOrder.paidAtMs ?? issueContext.nowMs,
  }
  const incomingPayment = {
    ...facts,
    ...discountOf(order, null),
    cycle: null,
    plan: null,
    creditCents: 0,
    startsAtMs: null,
    endsAtMs: null,
  }
  const [knownPayment] = await paymentsOf(tx, order)
  const row = knownPayment ?? (await recordPayment(tx, order, incomingPayment, { ...issueContext, note: `Bought ${nameOf(order)}` }))
  const refunds = await bookRefund(tx, row, refundedCents, issueContext)
  return knownPayment === undefined ? [{ kind: 'paid', payment: row }, ...refunds] : refunds
}

async function applyCycles(
  tx: Transaction,
  order: OrderRow,
  providerOrder: ProviderOrder,
  { cycles }: ProviderSubscription,
  issueContext: IssueContext,
): Promise<readonly PayerNotice[]> {
  const notices: PayerNotice[] = []
  const paymentByCycle = new Map((await paymentsOf(tx, order)).map((row) => [row.cycle, row]))
  const prices = await readAgreedPrices(tx, order.id)
  for (const cycle of cycles) {
    const knownPayment = paymentByCycle.get(cycle.cycle)
    const plan = cycle.plan ?? planOf(order)
    const points = pointsOfCycle(order, providerOrder, cycle, prices, paymentByCycle.get(cycle.cycle - 1))
    const incomingPayment = { ...toIncomingPayment(providerOrder, cycle), ...discountOf(order, cycle.cycle), plan, points }
    const row =
      knownPayment ??
      (await recordPayment(tx, order, incomingPayment, { ...issueContext, note: itemName({ cycle: cycle.cycle, points: 0 }, plan) }))
    paymentByCycle.set(cycle.cycle, row)
    if (knownPayment === undefined) notices.push({ kind: cycle.cycle === 0 ? 'trial_begun' : 'paid', payment: row })
    notices.push(...(await bookRefund(tx, row, cycle.refundedCents, issueContext)))
  }
  return notices
}

function toIncomingPayment({ currencyCode, paymentMethod }: ProviderOrder, cycle: ProviderCycle) {
  const { ref, amountCents, creditCents, startsAtMs, endsAtMs, paidAtMs } = cycle
  return { ref, amountCents, creditCents, currencyCode, paymentMethod, startsAtMs, endsAtMs, paidAtMs, cycle: cycle.cycle }
}

/** The discount of a payment. A promotion code applies only to the first payment. */
function discountOf({ discountCents, promotionCode }: OrderRow, cycle: number | null): Pick<PaymentRow, 'discountCents' | 'promotionCode'> {
  return cycle === null || cycle === FIRST_PAID_CYCLE ? { discountCents, promotionCode } : { discountCents: 0, promotionCode: '' }
}

const FIRST_PAID_CYCLE = 1

/**
 * The points of a cycle: none for a trial, and none for a cycle that is not paid in full. After a plan change within a period, the points
 * for the credited time are not added again.
 */
function pointsOfCycle(
  order: OrderRow,
  { currencyCode }: ProviderOrder,
  cycle: ProviderCycle,
  prices: ReadonlyMap<Plan, number>,
  previousPayment: PaymentRow | undefined,
): number {
  const plan = cycle.plan ?? planOf(order)
  const price = prices.get(plan) ?? (plan === planOf(order) ? order.amountCents + order.discountCents : 0)
  const agreedOrder = { currencyCode: order.currencyCode, amountCents: price }
  const isInFull = isPaidInFull(
    agreedOrder,
    currencyCode,
    cycle.amountCents + cycle.creditCents + discountOf(order, cycle.cycle).discountCents,
  )
  if (cycle.cycle === 0 || !isInFull) return 0
  const { points } = plan === planOf(order) ? (findSku(order.skuId) ?? skuOfPlan(plan)) : skuOfPlan(plan)
  return (
    points -
    (previousPayment === undefined
      ? 0
      : creditedPoints(previousPayment.points - previousPayment.pointsTakenBack, cycle.creditCents, valueOf(previousPayment)))
  )
}

/** The price of each plan in the plan changes that the user accepted; the last accepted change of a plan counts. */
async function readAgreedPrices(tx: Transaction, orderId: string): Promise<ReadonlyMap<Plan, number>> {
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
function toRow(
  order: OrderRow,
  providerSubscription: ProviderSubscription,
  knownRow: SubscriptionRow | undefined,
  nowMs: number,
): SubscriptionRow {
  const plan = providerSubscription.plan ?? planOf(order)
  const lastCycle = providerSubscription.cycles.at(-1)
  const requestedStop = isStopConfirmed(knownRow, providerSubscription) ? null : (knownRow?.requestedStop ?? null)
  const fields = {
    orderId: order.id,
    ownerId: order.ownerId,
    ref: providerSubscription.ref,
    skuId: plan === planOf(order) ? order.skuId : skuOfPlan(plan).skuId,
    plan,
    nextPlan: providerSubscription.nextPlan,
    wantedPlan: isChangeStillWanted(knownRow, providerSubscription) ? (knownRow?.wantedPlan ?? null) : null,
    changeId: knownRow?.changeId ?? null,
    state: providerSubscription.state,
    periodStartMs: lastCycle?.startsAtMs ?? providerSubscription.periodStartMs,
    periodEndMs: lastCycle?.endsAtMs ?? providerSubscription.periodEndMs,
    // Our cancellation counts already before the provider confirms it.
    cancelledAtMs: providerSubscription.cancelledAtMs ?? (requestedStop === null ? null : (knownRow?.cancelledAtMs ?? nowMs)),
    endedAtMs: providerSubscription.endedAtMs,
    requestedStop,
    remindedOfMs: knownRow?.remindedOfMs ?? null,
    createdAtMs: knownRow?.createdAtMs ?? nowMs,
  }
  return { ...fields, syncAtMs: nextSubscriptionCheckMs(fields, nowMs) }
}

/** Whether a scheduled plan change is still valid: the plan is neither cancelled nor ended, and the new plan has not started yet. */
function isChangeStillWanted(knownRow: SubscriptionRow | undefined, { plan, cancelledAtMs, endedAtMs }: ProviderSubscription): boolean {
  return knownRow?.wantedPlan !== plan && cancelledAtMs === null && endedAtMs === null
}

function isStopConfirmed(knownRow: SubscriptionRow | undefined, { cancelledAtMs, endedAtMs }: ProviderSubscription): boolean {
  if (knownRow?.requestedStop === 'withdrawn') return cancelledAtMs === null || endedAtMs !== null
  return cancelledAtMs !== null || endedAtMs !== null
}

/**
 * Stores the state of a subscription and returns the notices to send. If the subscription is new, only the highest renewing plan of the
 * account continues.
 */
async function storeSubscription(
  tx: Transaction,
  order: OrderRow,
  providerSubscription: ProviderSubscription,
  nowMs: number,
): Promise<readonly PayerNotice[]> {
  const [knownRow] = await tx.select().from(subscription).where(eq(subscription.orderId, order.id)).for('update')
  const row = await settleChange(tx, toRow(order, providerSubscription, knownRow, nowMs), nowMs)
  await tx.insert(subscription).values(row).onConflictDoUpdate({ target: subscription.orderId, set: row })
  const otherPlans = await tx.select().from(subscription).where(isOtherRunningPlan(row))
  if (knownRow === undefined) await stopLesserPlans(tx, row, otherPlans, nowMs)
  // The plan of `row` now renews at its full price. Orders for other plans, open since the trial or since a cancellation, are closed: the
  // payment of such an order would start a second plan.
  else if (isPaidAndRenewing(row) && !isPaidAndRenewing(knownRow)) await closeUnpaidOrders(tx, row.ownerId, nowMs, 'plans')
  const notices = noticesOf(knownRow, row)
  // While another plan continues, the user gets no notice that this plan has ended.
  return otherPlans.length > 0 ? notices.filter(({ kind }) => kind !== 'ended') : notices
}

/** Clears an immediate plan change that is complete, or that did not reach the provider in time. */
async function settleChange(tx: Transaction, row: SubscriptionRow, nowMs: number): Promise<SubscriptionRow> {
  if (row.changeId === null) return row
  const isThisChange = eq(planChange.id, row.changeId)
  const [change] = await tx.select().from(planChange).where(isThisChange)
  const isComplete = change?.toPlan === row.plan
  if (change !== undefined && !isComplete && nowMs < change.expiresAtMs + LATE_CHANGE_MS) return row
  await tx
    .update(planChange)
    .set({ outcome: isComplete ? 'changed' : 'lapsed' })
    .where(isThisChange)
  const settledRow = { ...row, changeId: null }
  return { ...settledRow, syncAtMs: nextSubscriptionCheckMs(settledRow, nowMs) }
}

/** A plan change that was sent in time may arrive at the provider this long after its expiry, in ms. */
const LATE_CHANGE_MS = 2 * 60 * 1000

const isOtherRunningPlan = ({ orderId, ownerId }: SubscriptionRow) =>
  and(eq(subscription.ownerId, ownerId), ne(subscription.orderId, orderId), ne(subscription.state, 'ended'))

/**
 * An account pays for one plan: of several renewing plans, the highest continues and the others end at once. Of equal plans, the newest
 * continues. A plan that was cancelled earlier runs to its paid end.
 */
async function stopLesserPlans(
  tx: Transaction,
  row: SubscriptionRow,
  otherPlans: readonly SubscriptionRow[],
  nowMs: number,
): Promise<void> {
  const renewingPlans = otherPlans.filter(doesRenew)
  const isLesser = renewingPlans.some((other) => rankOf(other) > rankOf(row))
  const stoppedOrderIds = (isLesser ? [row] : renewingPlans).map(({ orderId }) => orderId)
  await tx.update(subscription).set({ requestedStop: 'now', syncAtMs: nowMs }).where(inArray(subscription.orderId, stoppedOrderIds))
  // The user withdrew the cancellation of another plan, but then bought this one: the other plan is cancelled again.
  const withdrawnOrderIds = otherPlans.filter(({ requestedStop }) => requestedStop === 'withdrawn').map(({ orderId }) => orderId)
  await tx
    .update(subscription)
    .set({ requestedStop: 'period_end', syncAtMs: nowMs })
    .where(inArray(subscription.orderId, withdrawnOrderIds))
  for (const orderId of withdrawnOrderIds) await invalidateReads(tx, orderId)
}

function isPaidAndRenewing(row: SubscriptionRow): boolean {
  return row.state === 'active' && doesRenew(row)
}

function rankOf({ plan, state }: SubscriptionRow): number {
  if (plan === 'yearly') return 2
  return state === 'trial' ? 0 : 1
}

function noticesOf(knownRow: SubscriptionRow | undefined, row: SubscriptionRow): readonly PayerNotice[] {
  if (knownRow === undefined) return []
  const isReplaced = knownRow.requestedStop === 'now'
  if (row.state === 'ended') return knownRow.state === 'ended' || isReplaced ? [] : [{ kind: 'ended', subscription: row }]
  if (row.state === 'past_due' && knownRow.state !== 'past_due') return [{ kind: 'past_due', subscription: row }]
  if (knownRow.cancelledAtMs !== null && row.cancelledAtMs === null) return [{ kind: 'resumed', subscription: row }]
  if (row.nextPlan !== knownRow.nextPlan && row.plan === knownRow.plan && row.cancelledAtMs === null) {
    return [{ kind: row.nextPlan === null ? 'plan_kept' : 'plan_changes', subscription: row }]
  }
  const isCancelled = row.cancelledAtMs !== null && (knownRow.cancelledAtMs === null || knownRow.requestedStop === 'period_end')
  return isCancelled && row.requestedStop === null && !isReplaced ? [{ kind: 'cancelled', subscription: row }] : []
}
