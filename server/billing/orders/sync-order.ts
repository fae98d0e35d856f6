import { type SQL, type Transaction, and, eq, isNotNull, isNull, ne, sql } from '#server/database/database.ts'
import { type OrderRow, payOrder, subscription } from '#server/database/schema.ts'
import type { OrderRef, ProviderOrder, PaymentFailure } from '../providers/payment-provider.ts'
import type { PayerNotice } from '../payments/payer-notice.ts'
import { type OrderDeps, notifyPayer } from '../notify-payer.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { applyProviderState, isPaidInFull } from './apply-provider-state.ts'
import { closeOrder } from './close-unpaid-orders.ts'
import { sendPlanChange } from './send-plan-change.ts'
import { chargeTopUp } from '../top-ups/charge-top-up.ts'
import { nextOrderCheckMs, ORDER_POLL_LIMIT_MS } from './next-check.ts'
import { settleRedemption } from '../promotions/redeem-promotion.ts'
import { type SubscriptionRow, recordTrial } from '../membership.ts'

const MAX_TRIES = 5

/**
 * other_provider: the order belongs to another provider than the configured one. contended: concurrent runs updated the order each time;
 * retry later.
 */
export type SyncFailure = PaymentFailure | 'other_provider' | 'contended'

/**
 * Reads one order from the provider and applies its state. Every payment is recorded by this function, whatever triggered it. If a
 * concurrent run was faster, the state may be outdated, so it is read again instead of applied.
 */
export async function syncOrder(deps: OrderDeps, orderId: string): Promise<Result<OrderRow, SyncFailure>> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const foundOrder = await readOrder(deps, orderId)
    if (foundOrder === undefined) return fail('unknown')
    const { order, subscriptionRef } = foundOrder
    const requestedStop = stopToSend(foundOrder)
    if (order.provider !== deps.payment.id) return fail('other_provider')
    if (order.sessionId === null && order.topUpId !== null) {
      const topUpResult = await chargeTopUp(deps, order, order.topUpId)
      if (!topUpResult.ok) {
        await postponeCheck(deps, order, topUpResult.error)
        return topUpResult
      }
      if (topUpResult.value === 'read') continue
      return ok(topUpResult.value === 'close' ? await closeOrder(deps, order) : topUpResult.value)
    }
    // An order without a checkout has no payment, so the provider is not asked.
    if (order.sessionId === null) {
      // No payment can follow, because no user has the address of the checkout.
      if (order.state === 'CLOSED') await settleRedemption(deps.db, order, 'released', deps.nowMs())
      return ok(isPollingOver(deps, order) ? await closeOrder(deps, order) : order)
    }
    if (subscriptionRef !== null && requestedStop !== null) {
      const sent = await sendStopRequest(deps, order.id, subscriptionRef, requestedStop)
      if (!sent.ok && sent.error === 'away') return sent
    }
    const changeResult = await sendPlanChange(deps, order.id)
    if (!changeResult.ok) return changeResult
    const orderRef = { payOrderId: order.id, sessionId: order.sessionId, subscriptionRef }
    const providerOrder = await readProviderOrder(deps, order, orderRef)
    if (!providerOrder.ok) {
      if (providerOrder.error === 'unknown' && isPollingOver(deps, order)) return ok(await closeOrder(deps, order))
      await postponeCheck(deps, order, providerOrder.error)
      return providerOrder
    }
    const synced = await storeProviderOrder(deps, order, providerOrder.value)
    if (synced !== undefined) return ok(synced)
  }
  return fail('contended')
}

/**
 * Sends a cancellation, or its withdrawal, to the provider. During this call, the opposite request may be sent and confirmed. This call may
 * then have undone it, so the opposite request is sent again. A cancellation that the provider does not withdraw stays.
 */
async function sendStopRequest(deps: OrderDeps, orderId: string, ref: string, requestedStop: NonNullable<FoundOrder['requestedStop']>) {
  const { payment, db, nowMs } = deps
  const isWithdrawal = requestedStop === 'withdrawn'
  const sent = isWithdrawal ? await payment.resumeSubscription(ref) : await payment.cancelSubscription(ref, requestedStop)
  const updatePlan = (where: SQL | undefined, set: Partial<SubscriptionRow>) =>
    db
      .update(subscription)
      .set(set)
      .where(and(eq(subscription.orderId, orderId), ne(subscription.state, 'ended'), where))
  const isSettled = isNull(subscription.requestedStop)
  if (isWithdrawal && !sent.ok && sent.error !== 'away')
    await updatePlan(eq(subscription.requestedStop, 'withdrawn'), { requestedStop: null })
  else if (isWithdrawal) {
    await updatePlan(and(isSettled, isNotNull(subscription.cancelledAtMs)), { requestedStop: 'period_end', syncAtMs: nowMs() })
  } else if (requestedStop === 'period_end') {
    const resentRequest = { requestedStop: 'withdrawn', cancelledAtMs: nowMs(), syncAtMs: nowMs() } as const
    await updatePlan(and(isSettled, isNull(subscription.cancelledAtMs)), resentRequest)
  }
  return sent
}

/**
 * Reads an order from the provider. If the order is closed in the database, or unpaid for too long, this closes its checkout at the
 * provider and reads the order again: no payment can follow.
 */
async function readProviderOrder(deps: OrderDeps, order: OrderRow, orderRef: OrderRef) {
  const { payment } = deps
  const providerOrder = await payment.readOrder(orderRef)
  const isUnwanted = isPollingOver(deps, order) || order.state === 'CLOSED'
  if (!providerOrder.ok || !isUnwanted || providerOrder.value.state === 'succeeded' || providerOrder.value.state === 'closed')
    return providerOrder
  const closeResult = await payment.closeCheckout(orderRef)
  return closeResult.ok ? payment.readOrder(orderRef) : closeResult
}

type FoundOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>

async function readOrder({ db }: OrderDeps, orderId: string) {
  const [row] = await db
    .select({
      order: payOrder,
      subscriptionRef: subscription.ref,
      requestedStop: subscription.requestedStop,
      planState: subscription.state,
    })
    .from(payOrder)
    .leftJoin(subscription, eq(subscription.orderId, payOrder.id))
    .where(eq(payOrder.id, orderId))
  return row
}

/** The cancellation to send. A plan with a failed renewal has no paid period left, so it ends at once and its payment is not retried. */
function stopToSend({ requestedStop, planState }: Pick<FoundOrder, 'requestedStop' | 'planState'>): FoundOrder['requestedStop'] {
  return requestedStop === 'period_end' && planState === 'past_due' ? 'now' : requestedStop
}

/** Stores the provider's state of an order. Undefined if another run has updated the order since it was read. */
async function storeProviderOrder(deps: OrderDeps, orderAsRead: OrderRow, providerOrder: ProviderOrder): Promise<OrderRow | undefined> {
  const nowMs = deps.nowMs()
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderAsRead)
    if (order === undefined) return undefined
    if (!isPackPaidInFull(order, providerOrder)) {
      deps.log.error({ orderId: order.id, amountCents: providerOrder.amountCents }, 'Order paid with an unexpected amount')
      return updateOrder(tx, order, { syncAtMs: null })
    }
    const { state, notices } = await applyProviderState(tx, order, providerOrder, { seller: deps.config.seller, nowMs })
    for (const notice of notices) logShortPayment(deps, order, notice)
    if (notices.some(({ kind }) => kind === 'trial_begun')) await recordTrial(tx, deps.secret, order.ownerId, nowMs)
    await notifyPayer(tx, deps, order, notices)
    // The provider reports a payment that cannot be recorded yet. The order is checked again, even if it was closed.
    const isUnbooked = providerOrder.state === 'succeeded' && state !== 'SUCCESS'
    const isOpen = state === 'PENDING' || state === 'FAILED' || isUnbooked
    if (state === 'SUCCESS') await settleRedemption(tx, order, 'redeemed', nowMs)
    if (providerOrder.state === 'closed') await settleRedemption(tx, order, 'released', nowMs)
    const settledAtMs = isOpen ? null : (order.settledAtMs ?? nowMs)
    return updateOrder(tx, order, { state, settledAtMs, syncAtMs: isOpen ? nextOrderCheckMs(order.createdAtMs, nowMs) : null })
  })
}

/** Locks the order. Undefined if its state or number of tries has changed since the provider call. */
async function lockOrder(tx: Transaction, orderAsRead: OrderRow): Promise<OrderRow | undefined> {
  await lockOwner(tx, orderAsRead.ownerId)
  const [order] = await tx
    .select()
    .from(payOrder)
    .where(and(eq(payOrder.id, orderAsRead.id), eq(payOrder.syncTries, orderAsRead.syncTries), eq(payOrder.state, orderAsRead.state)))
    .for('update')
  return order
}

async function updateOrder(tx: Transaction, order: OrderRow, change: Partial<OrderRow>): Promise<OrderRow> {
  const [row] = await tx
    .update(payOrder)
    .set({ ...change, syncTries: sql`${payOrder.syncTries} + 1` })
    .where(eq(payOrder.id, order.id))
    .returning()
  if (row === undefined) throw new Error('a locked order is gone')
  return row
}

/** Whether the price of a pack is paid in full. True for unpaid orders and for plans, whose payments are compared cycle by cycle. */
function isPackPaidInFull(order: OrderRow, { state, amountCents, currencyCode }: ProviderOrder): boolean {
  return state !== 'succeeded' || order.skuType !== CONSUMABLE_SKU || isPaidInFull(order, currencyCode, amountCents)
}

function logShortPayment({ log }: OrderDeps, order: OrderRow, notice: PayerNotice): void {
  if (notice.kind !== 'paid' || notice.payment.points > 0) return
  log.error({ orderId: order.id, paymentId: notice.payment.id }, 'Billing cycle paid with an unexpected amount')
}

function isPollingOver({ nowMs }: OrderDeps, { createdAtMs }: OrderRow): boolean {
  return nowMs() - createdAtMs >= ORDER_POLL_LIMIT_MS
}

/** Schedules the next check after a failed one. An order without further checks is checked again only if the provider was unreachable. */
async function postponeCheck({ db, nowMs }: OrderDeps, order: OrderRow, failure: PaymentFailure): Promise<void> {
  if (order.syncAtMs === null && failure !== 'away') return
  await db
    .update(payOrder)
    .set({ syncAtMs: nextOrderCheckMs(order.createdAtMs, nowMs()) })
    .where(and(eq(payOrder.id, order.id), eq(payOrder.syncTries, order.syncTries)))
}
