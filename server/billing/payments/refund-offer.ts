import { type Database, type Transaction, and, count, desc, eq, gt, gte, isNull, ne } from '#server/database/database.ts'
import { type OrderRow, type RefundRow, payment, payOrder, refundRequest, subscription } from '#server/database/schema.ts'
import type { Services } from '#server/verbs/services.ts'
import type { ReceiptRefunds, RefundOffer } from '#shared/api/refunds.ts'
import { MOST_REFUNDS, REFUND_LIMIT_PERIOD_MS, REFUND_WINDOW_MS, refundOf } from '#shared/domain/refund-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { type Prices, skuIn } from '../catalogue/skus.ts'
import { pointsOf } from '../points.ts'

type Db = Database | Transaction
type PaymentRow = typeof payment.$inferSelect

export interface Refundable {
  readonly payment: PaymentRow
  readonly provider: string
  /** Whether the payment's plan is still running. */
  readonly isPlanRunning: boolean
}

export type RefundRefusal = 'ORDER_PARAM_ERROR' | 'ORDER_STATUS_ERROR' | 'ORDER_CAN_NOT_REFUND' | 'H4041'

/** A payment with its provider and whether its plan is still running; undefined for an unknown payment. */
export async function findRefundable(db: Db, paymentId: string): Promise<Refundable | undefined> {
  const [row] = await db
    .select({ payment, provider: payOrder.provider, planState: subscription.state })
    .from(payment)
    .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
    .leftJoin(subscription, eq(subscription.orderId, payment.orderId))
    .where(eq(payment.id, paymentId))
  if (row === undefined) return undefined
  const { planState, ...paymentAndProvider } = row
  return { ...paymentAndProvider, isPlanRunning: planState !== null && planState !== 'ended' }
}

/** The refund that the payer can get now. Lock the owner before you refund this amount. Rule: docs/billing.md, "Refunds". */
export async function offerRefund(
  db: Db,
  ctx: Pick<Services, 'payment' | 'nowMs' | 'config'>,
  { payment: paymentRow, provider, isPlanRunning }: Refundable,
): Promise<Result<RefundOffer, RefundRefusal>> {
  const nowMs = ctx.nowMs()
  if (await hasOpenRequest(db, paymentRow.id)) return fail('ORDER_STATUS_ERROR')
  const isOffered = ctx.payment.can.has('refund') && ctx.payment.id === provider
  if (!isOffered || nowMs >= paymentRow.paidAtMs + REFUND_WINDOW_MS) return fail('ORDER_CAN_NOT_REFUND')
  if (paymentRow.cycle !== null && !(await isRunningCycle(db, ctx.config.prices, paymentRow, nowMs))) return fail('ORDER_CAN_NOT_REFUND')
  const refund = refundOf(paymentRow, (await pointsOf(db, paymentRow.ownerId)).points)
  if (refund === null) return fail('ORDER_CAN_NOT_REFUND')
  if ((await countRefunds(db, paymentRow.ownerId, nowMs)) >= MOST_REFUNDS) return fail('H4041')
  const spentPoints = paymentRow.points - paymentRow.pointsTakenBack - refund.points
  return ok({ amount: refund.cents, points: refund.points, spentPoints, endsPlan: isPlanRunning })
}

export async function hasOpenRequest(db: Db, paymentId: string): Promise<boolean> {
  const isOpenRequest = and(eq(refundRequest.paymentId, paymentId), eq(refundRequest.state, 'requested'))
  return (await db.select({ id: refundRequest.id }).from(refundRequest).where(isOpenRequest).limit(1)).length > 0
}

/** Whether a refund that ends the plan of this order is requested and undecided. */
export async function isRefundOpen(db: Db, orderId: string): Promise<boolean> {
  const isOpenRequest = and(eq(refundRequest.orderId, orderId), eq(refundRequest.state, 'requested'), eq(refundRequest.endsPlan, true))
  return (await db.select({ id: refundRequest.id }).from(refundRequest).where(isOpenRequest).limit(1)).length > 0
}

/** Whether a payment is for the running cycle of a plan, in which the payer has not bought packs at half price. */
async function isRunningCycle(db: Db, prices: Prices, { ownerId, startsAtMs, endsAtMs }: PaymentRow, nowMs: number): Promise<boolean> {
  if (startsAtMs === null || endsAtMs === null || nowMs >= endsAtMs) return false
  const packs = await db
    .select({ order: payOrder, paidCents: payment.amountCents, refundedCents: payment.refundedCents })
    .from(payment)
    .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
    .where(and(eq(payment.ownerId, ownerId), isNull(payment.cycle), gte(payment.paidAtMs, startsAtMs)))
  const isFullPrice = ({ skuId, currencyCode, amountCents, discountCents }: OrderRow) =>
    amountCents + discountCents >= (skuIn(prices, skuId, currencyCode)?.cents ?? 0)
  return packs.every(({ order, paidCents, refundedCents }) => refundedCents >= paidCents || isFullPrice(order))
}

async function countRefunds(db: Db, ownerId: string, nowMs: number): Promise<number> {
  const isCounted = and(eq(refundRequest.by, 'payer'), ne(refundRequest.state, 'refused'))
  const isRecent = gt(refundRequest.requestedAtMs, nowMs - REFUND_LIMIT_PERIOD_MS)
  const [row] = await db
    .select({ requests: count() })
    .from(refundRequest)
    .where(and(eq(refundRequest.ownerId, ownerId), isCounted, isRecent))
  return row?.requests ?? 0
}

export async function readReceiptRefunds(
  ctx: Pick<Services, 'db' | 'payment' | 'nowMs' | 'config'>,
  paymentId: string,
): Promise<ReceiptRefunds> {
  const refundable = await findRefundable(ctx.db, paymentId)
  const offer = refundable === undefined ? fail('ORDER_PARAM_ERROR' as const) : await offerRefund(ctx.db, ctx, refundable)
  const rows = await ctx.db
    .select()
    .from(refundRequest)
    .where(eq(refundRequest.paymentId, paymentId))
    .orderBy(desc(refundRequest.requestedAtMs))
  return {
    offer: offer.ok ? offer.value : null,
    isLimited: !offer.ok && offer.error === 'H4041',
    requests: rows.map(toRequest),
  }
}

function toRequest({ id, state, amountCents, points, requestedAtMs, settledAtMs }: RefundRow): ReceiptRefunds['requests'][number] {
  return { id, state, amount: amountCents, points, requestedAt: requestedAtMs, settledAt: settledAtMs }
}
