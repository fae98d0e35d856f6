import { type Transaction, type RefundRow, eq, inTransaction, refundRequest } from '#server/database/database.ts'
import { type Answer, type CallAnswer, type CallRequest, ok, refuse } from '#server/verbs/verb.ts'
import type { Services } from '#server/verbs/services.ts'
import type { RefundOffer, requestRefund as refundCall } from '#shared/api/refunds.ts'
import { type RefundReason, pointsOfRefunded } from '#shared/domain/refund-rules.ts'
import { lockOwner, requireAccount } from '#server/verbs/require-owner.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { IDEMPOTENCY_HEADER } from '#shared/api/common-params.ts'
import { pointsOf } from './points.ts'
import { stopRenewals } from './membership.ts'
import type { OrderDeps } from './notify-payer.ts'
import { withdrawPoints } from './payments/book-refund.ts'
import { followRefunds } from './refunds/follow-refunds.ts'
import { type Refundable, findRefundable, hasOpenRequest, offerRefund } from './payments/refund-offer.ts'

/** Requests a refund for the payer, for the amounts that the payer agreed to. */
export async function requestOwnRefund({
  ctx,
  input: { id: paymentId, reason, ...agreedAmounts },
}: CallRequest<typeof refundCall>): Promise<CallAnswer<typeof refundCall>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId: ownerId } = session.value
  const id = sha256(`refund\n${ownerId}\n${ctx.idempotency?.key ?? ''}`)
  return requestRefund(ctx, { id, paymentId, reason, by: 'payer', ownerId, agreedAmounts })
}

interface RefundInput {
  /** The idempotency key of the request: a repetition finds the first request. */
  readonly id: string
  readonly paymentId: string
  readonly reason: RefundReason
}

interface OwnRefund extends RefundInput {
  readonly by: 'payer'
  readonly ownerId: string
  /** The amounts that the page showed. */
  readonly agreedAmounts: Pick<RefundOffer, 'amount' | 'points'>
}

interface OperatorRefund extends RefundInput {
  readonly by: 'operator'
  readonly amountCents: number
  /** Whether the refund ends the plan. The request then also cancels the renewals. */
  readonly endsPlan: boolean
  /** Called in the transaction that stores the request. */
  readonly record: (tx: Transaction) => Promise<void>
}

/**
 * Stores a refund request and sends it to the provider. A payer gets the offered amount. An operator, whom the caller has authorised, may
 * refund any remaining amount, whatever the payment's age and number of refunds.
 */
export async function requestRefund(ctx: OrderDeps, input: OwnRefund | OperatorRefund): Promise<CallAnswer<typeof refundCall>> {
  const storedRequest = await inTransaction(ctx.db, async (tx): Promise<Answer<RefundKey>> => {
    const unlockedRefundable = await findRefundable(tx, input.paymentId)
    if (unlockedRefundable === undefined || (input.by === 'payer' && input.ownerId !== unlockedRefundable.payment.ownerId))
      return refuse('ORDER_PARAM_ERROR', ['id'])
    await lockOwner(tx, unlockedRefundable.payment.ownerId)
    const [knownRequest] = await tx.select().from(refundRequest).where(eq(refundRequest.id, input.id))
    if (knownRequest !== undefined) return isSameRequest(knownRequest, input) ? ok(knownRequest) : refuse('H3000', [IDEMPOTENCY_HEADER])
    // The payment may have changed before this transaction locked the owner.
    const refundable = await findRefundable(tx, input.paymentId)
    if (refundable === undefined) return refuse('ORDER_PARAM_ERROR', ['id'])
    const plannedRefund =
      input.by === 'payer' ? await planOwnRefund(tx, ctx, refundable, input) : await planOperatorRefund(tx, ctx, refundable, input)
    if (!plannedRefund.ok) return plannedRefund
    const { id, by, reason } = input
    await storeRequest(tx, ctx, refundable, { id, by, reason, ...plannedRefund.value })
    if (input.by === 'operator') await input.record(tx)
    return ok({ id, orderId: refundable.payment.orderId })
  })
  return storedRequest.ok ? sendRequest(ctx, storedRequest.value) : storedRequest
}

type RefundKey = Pick<RefundRow, 'id' | 'orderId'>
type NewRequest = Pick<RefundRow, 'id' | 'by' | 'reason' | 'amountCents' | 'points' | 'endsPlan'>
type PlannedRefund = Answer<Pick<NewRequest, 'amountCents' | 'points' | 'endsPlan'>>

function isSameRequest(knownRequest: RefundRow, input: OwnRefund | OperatorRefund): boolean {
  if (knownRequest.paymentId !== input.paymentId || knownRequest.reason !== input.reason || knownRequest.by !== input.by) return false
  if (input.by === 'operator') return knownRequest.amountCents === input.amountCents
  return knownRequest.amountCents === input.agreedAmounts.amount && knownRequest.points === input.agreedAmounts.points
}

async function planOwnRefund(
  tx: Transaction,
  ctx: OrderDeps,
  refundable: Refundable,
  { agreedAmounts }: OwnRefund,
): Promise<PlannedRefund> {
  const offer = await offerRefund(tx, ctx, refundable)
  if (!offer.ok) return refuse(offer.error)
  const { amount: amountCents, points, endsPlan } = offer.value
  return amountCents === agreedAmounts.amount && points === agreedAmounts.points ? ok({ amountCents, points, endsPlan }) : refuse('H4021')
}

async function planOperatorRefund(
  tx: Transaction,
  { payment: paymentProvider }: OrderDeps,
  { payment: paymentRow, provider, isPlanRunning }: Refundable,
  { amountCents, endsPlan }: OperatorRefund,
): Promise<PlannedRefund> {
  if (await hasOpenRequest(tx, paymentRow.id)) return refuse('ORDER_STATUS_ERROR')
  const isPossible = Number.isInteger(amountCents) && amountCents > 0 && amountCents <= paymentRow.amountCents - paymentRow.refundedCents
  if (!isPossible || !paymentProvider.can.has('refund') || paymentProvider.id !== provider) return refuse('ORDER_CAN_NOT_REFUND')
  const owedPoints = pointsOfRefunded(paymentRow, paymentRow.refundedCents + amountCents) - paymentRow.pointsTakenBack
  const points = Math.max(0, Math.min(owedPoints, (await pointsOf(tx, paymentRow.ownerId)).points))
  return ok({ amountCents, points, endsPlan: endsPlan && isPlanRunning })
}

/**
 * Stores a refund request and deducts its points, so that the points cannot be spent meanwhile. If the refund ends the plan, this also
 * cancels the renewals, so that the plan is not charged. The caller has locked the owner.
 */
async function storeRequest(
  tx: Transaction,
  { nowMs }: Pick<Services, 'nowMs'>,
  { payment: paymentRow }: Refundable,
  request: NewRequest,
): Promise<void> {
  const { id: paymentId, orderId, ownerId, refundedCents: refundedBeforeCents } = paymentRow
  const atMs = nowMs()
  const row = { ...request, paymentId, orderId, ownerId, refundedBeforeCents, state: 'requested', requestedAtMs: atMs } as const
  await tx.insert(refundRequest).values({ ...row, syncAtMs: atMs })
  if (request.points > 0) await withdrawPoints(tx, paymentRow, request.points, atMs)
  if (request.endsPlan) await stopRenewals(tx, ownerId, 'period_end', atMs, orderId)
}

/** Sends the request to the provider at once, and returns its state. The payment rounds follow undecided refunds. */
async function sendRequest(ctx: OrderDeps, { id, orderId }: RefundKey): Promise<CallAnswer<typeof refundCall>> {
  await followRefunds(ctx, orderId)
  const [row] = await ctx.db.select({ state: refundRequest.state }).from(refundRequest).where(eq(refundRequest.id, id))
  return row === undefined ? refuse('ORDER_PARAM_ERROR') : ok(row)
}
