import { type Database, and, asc, eq, isNull, lte, sql } from '#server/database/database.ts'
import { type RefundRow, payment, payOrder, refundRequest } from '#server/database/schema.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { REFUND_PROMISE_MS, pointsOfRefunded } from '#shared/domain/refund-rules.ts'
import type { RefundOutcome } from '../providers/payment-provider.ts'
import { appendLocked } from '../ledger.ts'
import { nextOrderCheckMs } from '../orders/next-check.ts'
import { type OrderDeps, notifyPayer } from '../notify-payer.ts'
import type { PaymentRow } from '../payments/record-payment.ts'
import { syncOrder } from '../orders/sync-order.ts'

interface OpenRefund {
  readonly request: RefundRow
  readonly payment: PaymentRow
}

/**
 * Sends the requested refunds of an order to the provider, or reads their state. Completed refunds are recorded with the order's next sync.
 * If the provider rejects a request, the points of the request are returned.
 */
export async function followRefunds(deps: OrderDeps, orderId: string): Promise<void> {
  const openRefunds = await readOpenRefunds(deps, orderId)
  if (openRefunds.length === 0) return
  const refusedRefunds: OpenRefund[] = []
  for (const refund of openRefunds) {
    if ((await sendOrReadRefund(deps, refund)) === 'failed') refusedRefunds.push(refund)
  }
  const synced = await syncOrder(deps, orderId)
  if (!synced.ok) return deps.log.warn({ orderId, reason: synced.error }, 'Refund check failed')
  for (const refund of refusedRefunds) await refuseRequest(deps, refund)
  // The second sync also ends the refunded plan at the provider.
  if (openRefunds.some(({ request }) => request.endsPlan)) await syncOrder(deps, orderId)
}

async function readOpenRefunds({ db, payment: provider }: OrderDeps, orderId: string): Promise<OpenRefund[]> {
  const isOpen = and(eq(refundRequest.orderId, orderId), eq(refundRequest.state, 'requested'), eq(payOrder.provider, provider.id))
  return db
    .select({ request: refundRequest, payment })
    .from(refundRequest)
    .innerJoin(payment, eq(payment.id, refundRequest.paymentId))
    .innerJoin(payOrder, eq(payOrder.id, refundRequest.orderId))
    .where(isOpen)
}

/**
 * Reads the state of a refund, or sends its request. The request is repeated with the same id until the provider accepts it: an unclear
 * answer leaves the request open.
 */
async function sendOrReadRefund(
  { payment: provider, db, log }: OrderDeps,
  { request, payment: paymentRow }: OpenRefund,
): Promise<RefundOutcome | undefined> {
  const { id, ref, amountCents } = request
  if (ref !== null) {
    const refundState = await provider.readRefund(ref)
    if (refundState.ok) return refundState.value
    log.warn({ refundId: id, reason: refundState.error }, 'Refund status request failed')
    return undefined
  }
  const { ref: paymentRef, orderId: payOrderId, currencyCode } = paymentRow
  const sent = await provider.refund({ id, paymentRef, payOrderId, amountCents, currencyCode })
  if (!sent.ok) {
    log.warn({ refundId: id, reason: sent.error }, 'Refund not accepted by the payment provider')
    return sent.error === 'away' ? undefined : 'failed'
  }
  await db
    .update(refundRequest)
    .set({ ref: sent.value.ref })
    .where(and(eq(refundRequest.id, id), isNull(refundRequest.ref)))
  return sent.value.outcome
}

/** Returns the points of a refused refund, and sends the payer a mail. A cancelled plan stays cancelled and runs to its end. */
async function refuseRequest(deps: OrderDeps, { request: { id, ownerId } }: OpenRefund): Promise<void> {
  const nowMs = deps.nowMs()
  await deps.db.transaction(async (tx) => {
    await lockOwner(tx, ownerId)
    const isOpenRequest = and(eq(refundRequest.id, id), eq(refundRequest.state, 'requested'))
    const [request] = await tx
      .update(refundRequest)
      .set({ state: 'refused', settledAtMs: nowMs, syncAtMs: null })
      .where(isOpenRequest)
      .returning()
    if (request === undefined) return
    const [paymentAndSku] = await tx
      .select({ paid: payment, skuId: payOrder.skuId })
      .from(payment)
      .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
      .where(eq(payment.id, request.paymentId))
    if (paymentAndSku === undefined) throw new Error('a refund without a payment')
    const { paid: paymentRow, skuId } = paymentAndSku
    const points = Math.max(
      0,
      Math.min(request.points, paymentRow.pointsTakenBack - pointsOfRefunded(paymentRow, paymentRow.refundedCents)),
    )
    if (points > 0) {
      const movement = { kind: 'return', amount: points, orderId: paymentRow.id, note: 'Refund declined' } as const
      await appendLocked(tx, ownerId, [movement], nowMs)
      await tx
        .update(payment)
        .set({ pointsTakenBack: sql`${payment.pointsTakenBack} - ${points}` })
        .where(eq(payment.id, paymentRow.id))
    }
    const refund = { cents: request.amountCents, points, endsPlan: request.endsPlan }
    await notifyPayer(tx, deps, { ownerId, skuId }, [{ kind: 'refund_refused', payment: paymentRow, refund }])
  })
}

const BATCH_SIZE = 100

/** The orders with due refund requests. Each request is rescheduled first, so a failing request does not block the others. */
export async function claimOrdersWithDueRefunds({ db, payment: provider, nowMs, log }: OrderDeps): Promise<string[]> {
  const atMs = nowMs()
  const dueRequests = await db
    .select({ request: refundRequest })
    .from(refundRequest)
    .innerJoin(payOrder, eq(payOrder.id, refundRequest.orderId))
    .where(and(eq(payOrder.provider, provider.id), lte(refundRequest.syncAtMs, atMs)))
    .orderBy(asc(refundRequest.syncAtMs))
    .limit(BATCH_SIZE)
  for (const { request } of dueRequests) {
    await postponeRequest(db, request, atMs)
    const isLate = atMs - request.requestedAtMs >= REFUND_PROMISE_MS
    if (isLate) log.error({ refundId: request.id, orderId: request.orderId }, 'Refund still undecided after 1 day')
  }
  return [...new Set(dueRequests.map(({ request }) => request.orderId))]
}

async function postponeRequest(db: Database, { id, requestedAtMs }: RefundRow, atMs: number): Promise<void> {
  const nextCheck = { syncAtMs: nextOrderCheckMs(requestedAtMs, atMs) }
  await db
    .update(refundRequest)
    .set(nextCheck)
    .where(and(eq(refundRequest.id, id), lte(refundRequest.syncAtMs, atMs)))
}
