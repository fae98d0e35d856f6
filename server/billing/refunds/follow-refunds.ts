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
  const open = await openRefunds(deps, orderId)
  if (open.length === 0) return
  const refused: OpenRefund[] = []
  for (const refund of open) {
    if ((await askProvider(deps, refund)) === 'failed') refused.push(refund)
  }
  const synced = await syncOrder(deps, orderId)
  if (!synced.ok) return deps.log.warn({ orderId, reason: synced.error }, 'Refund check failed')
  for (const refund of refused) await refuseRequest(deps, refund)
  // The second sync also ends the refunded plan at the provider.
  if (open.some(({ request }) => request.endsPlan)) await syncOrder(deps, orderId)
}

async function openRefunds({ db, payment: provider }: OrderDeps, orderId: string): Promise<OpenRefund[]> {
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
async function askProvider(
  { payment: provider, db, log }: OrderDeps,
  { request, payment: paid }: OpenRefund,
): Promise<RefundOutcome | undefined> {
  const { id, ref, amountCents } = request
  if (ref !== null) {
    const read = await provider.readRefund(ref)
    if (read.ok) return read.value
    log.warn({ refundId: id, reason: read.error }, 'Refund status request failed')
    return undefined
  }
  const { ref: paymentRef, orderId: payOrderId, currencyCode } = paid
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
    const isMine = and(eq(refundRequest.id, id), eq(refundRequest.state, 'requested'))
    const [request] = await tx.update(refundRequest).set({ state: 'refused', settledAtMs: nowMs, syncAtMs: null }).where(isMine).returning()
    if (request === undefined) return
    const [found] = await tx
      .select({ paid: payment, skuId: payOrder.skuId })
      .from(payment)
      .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
      .where(eq(payment.id, request.paymentId))
    if (found === undefined) throw new Error('a refund without a payment')
    const { paid, skuId } = found
    const points = Math.max(0, Math.min(request.points, paid.pointsTakenBack - pointsOfRefunded(paid, paid.refundedCents)))
    if (points > 0) {
      const movement = { kind: 'return', amount: points, orderId: paid.id, note: 'Refund declined' } as const
      await appendLocked(tx, ownerId, [movement], nowMs)
      await tx
        .update(payment)
        .set({ pointsTakenBack: sql`${payment.pointsTakenBack} - ${points}` })
        .where(eq(payment.id, paid.id))
    }
    const refund = { cents: request.amountCents, points, endsPlan: request.endsPlan }
    await notifyPayer(tx, deps, { ownerId, skuId }, [{ kind: 'refund_refused', payment: paid, refund }])
  })
}

const AT_ONCE = 100

/** The orders with due refund requests. Each request is rescheduled first, so a failing request does not block the others. */
export async function dueRefunds({ db, payment: provider, nowMs, log }: OrderDeps): Promise<string[]> {
  const atMs = nowMs()
  const due = await db
    .select({ request: refundRequest })
    .from(refundRequest)
    .innerJoin(payOrder, eq(payOrder.id, refundRequest.orderId))
    .where(and(eq(payOrder.provider, provider.id), lte(refundRequest.syncAtMs, atMs)))
    .orderBy(asc(refundRequest.syncAtMs))
    .limit(AT_ONCE)
  for (const { request } of due) {
    await putOff(db, request, atMs)
    const isLate = atMs - request.requestedAtMs >= REFUND_PROMISE_MS
    if (isLate) log.error({ refundId: request.id, orderId: request.orderId }, 'Refund still undecided after 1 day')
  }
  return [...new Set(due.map(({ request }) => request.orderId))]
}

async function putOff(db: Database, { id, requestedAtMs }: RefundRow, atMs: number): Promise<void> {
  const next = { syncAtMs: nextOrderCheckMs(requestedAtMs, atMs) }
  await db
    .update(refundRequest)
    .set(next)
    .where(and(eq(refundRequest.id, id), lte(refundRequest.syncAtMs, atMs)))
}
