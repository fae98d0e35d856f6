import { eq } from 'drizzle-orm'
import type { Context, Services } from '#server/context.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { requestRefund as refundCall } from '#shared/api/refunds.ts'
import type { RefundReason } from '#shared/domain/refund-rules.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type RefundRow, refundRequest } from '#server/platform/database/payment-schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { makeId } from '#server/platform/context/make-id.ts'
import { onceForKey } from '#server/platform/context/once-for-key.ts'
import { lockOwner, requireAccount } from '#server/platform/context/require-owner.ts'
import { pointsOfRefunded } from '#shared/domain/refund-rules.ts'
import { type Result, ok } from '#shared/result.ts'
import { pointsOf } from '../ledger/ledger.ts'
import { stopRenewals } from '../membership/membership.ts'
import type { OrderDeps } from '../orders/notify-payer.ts'
import { takePoints } from './book-refund.ts'
import { followRefunds } from './follow-refunds.ts'
import { type Refundable, findRefundable, hasOpenRequest, offerRefund } from './refund-offer.ts'

/** The request of a payer, for the amounts that they have agreed to. */
export async function requestOwnRefund({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof refundCall>
}): Promise<Result<CallData<typeof refundCall>, ServiceFailure>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const stored = await onceForKey(ctx, accountId, async (tx) => {
    const found = await findRefundable(tx, input.id)
    if (found?.payment.ownerId !== accountId) return refuse('ORDER_PARAM_ERROR', ['id'])
    const offer = await offerRefund(tx, ctx, found)
    if (!offer.ok) return refuse(offer.error)
    const { amount, points, endsPlan } = offer.value
    if (amount !== input.amount || points !== input.points) return refuse('H4021')
    const request = { id: makeId(), by: 'payer', reason: input.reason, amountCents: amount, points, endsPlan } as const
    await storeRequest(tx, ctx, found, request)
    return ok({ id: request.id, orderId: found.payment.orderId })
  })
  if (!stored.ok) return stored
  return decided(ctx, stored.value)
}

export interface OperatorRefund {
  /** Made once per press: a repetition finds the first request. */
  readonly id: string
  readonly paymentId: string
  readonly by: 'operator'
  readonly reason: RefundReason
  readonly amountCents: number
  /** Whether the plan that was paid for is called off, and ends with the refund. */
  readonly endsPlan: boolean
}

/**
 * The refund of an operator, who has been authorised: of any amount that is left, whatever the age of the payment and the number of refunds. Its
 * points are taken back in proportion, as far as they are unspent.
 */
export async function requestRefund(
  ctx: OrderDeps,
  { paymentId, ...order }: OperatorRefund,
): Promise<Result<CallData<typeof refundCall>, ServiceFailure>> {
  const found = await findRefundable(ctx.db, paymentId)
  if (found === undefined) return refuse('ORDER_PARAM_ERROR', ['paymentId'])
  const stored = await inTransaction(ctx.db, async (tx): Promise<Result<RefundKey, ServiceFailure>> => {
    await lockOwner(tx, found.payment.ownerId)
    const [known] = await tx.select().from(refundRequest).where(eq(refundRequest.id, order.id))
    if (known !== undefined) return known.paymentId === paymentId ? ok(known) : refuse('H3000', ['id'])
    const current = await findRefundable(tx, paymentId)
    if (current === undefined) return refuse('ORDER_PARAM_ERROR', ['paymentId'])
    const { payment: paid, provider, isPlanRunning } = current
    if (await hasOpenRequest(tx, paymentId)) return refuse('ORDER_STATUS_ERROR')
    const left = paid.amountCents - paid.refundedCents
    const isPossible = Number.isInteger(order.amountCents) && order.amountCents > 0 && order.amountCents <= left
    if (!isPossible || !ctx.payment.can.has('refund') || ctx.payment.id !== provider) return refuse('ORDER_CAN_NOT_REFUND')
    const owed = pointsOfRefunded(paid, paid.refundedCents + order.amountCents) - paid.pointsTakenBack
    const points = Math.max(0, Math.min(owed, (await pointsOf(tx, paid.ownerId)).points))
    await storeRequest(tx, ctx, current, { ...order, points, endsPlan: order.endsPlan && isPlanRunning })
    return ok({ id: order.id, orderId: paid.orderId })
  })
  return stored.ok ? decided(ctx, stored.value) : stored
}

type RefundKey = Pick<RefundRow, 'id' | 'orderId'>
type NewRequest = Pick<RefundRow, 'id' | 'by' | 'reason' | 'amountCents' | 'points' | 'endsPlan'>

/** Takes the points, so that they can't be spent meanwhile, and calls the plan off, so that it can't be charged. The owner is locked. */
async function storeRequest(
  tx: Transaction,
  { nowMs }: Pick<Services, 'nowMs'>,
  { payment: paid }: Refundable,
  request: NewRequest,
): Promise<void> {
  const { id: paymentId, orderId, ownerId, refundedCents: refundedBeforeCents } = paid
  const atMs = nowMs()
  const row = { ...request, paymentId, orderId, ownerId, refundedBeforeCents, state: 'requested', requestedAtMs: atMs } as const
  await tx.insert(refundRequest).values({ ...row, syncAtMs: atMs })
  if (request.points > 0) await takePoints(tx, paid, request.points, atMs)
  if (request.endsPlan) await stopRenewals(tx, ownerId, 'period_end', atMs, orderId)
}

/** Asks the provider at once; what it has not decided is asked for by the rounds. */
async function decided(ctx: OrderDeps, { id, orderId }: RefundKey): Promise<Result<CallData<typeof refundCall>, ServiceFailure>> {
  await followRefunds(ctx, orderId)
  const [row] = await ctx.db.select({ state: refundRequest.state }).from(refundRequest).where(eq(refundRequest.id, id))
  return row === undefined ? refuse('ORDER_PARAM_ERROR') : ok(row)
}
