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
  input: { id: paymentId, reason, ...agreed },
}: CallRequest<typeof refundCall>): Promise<CallAnswer<typeof refundCall>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId: ownerId } = session.value
  const id = sha256(`refund\n${ownerId}\n${ctx.idempotency?.key ?? ''}`)
  return requestRefund(ctx, { id, paymentId, reason, by: 'payer', ownerId, agreed })
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
  readonly agreed: Pick<RefundOffer, 'amount' | 'points'>
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
  const stored = await inTransaction(ctx.db, async (tx): Promise<Answer<RefundKey>> => {
    const found = await findRefundable(tx, input.paymentId)
    if (found === undefined || (input.by === 'payer' && input.ownerId !== found.payment.ownerId)) return refuse('ORDER_PARAM_ERROR', ['id'])
    await lockOwner(tx, found.payment.ownerId)
    const [known] = await tx.select().from(refundRequest).where(eq(refundRequest.id, input.id))
    if (known !== undefined) return isSame(known, input) ? ok(known) : refuse('H3000', [IDEMPOTENCY_HEADER])
    // The payment may have changed before this transaction locked the owner.
    const current = await findRefundable(tx, input.paymentId)
    if (current === undefined) return refuse('ORDER_PARAM_ERROR', ['id'])
    const planned = input.by === 'payer' ? await planOwn(tx, ctx, current, input) : await planForOperator(tx, ctx, current, input)
    if (!planned.ok) return planned
    const { id, by, reason } = input
    await storeRequest(tx, ctx, current, { id, by, reason, ...planned.value })
    if (input.by === 'operator') await input.record(tx)
    return ok({ id, orderId: current.payment.orderId })
  })
  return stored.ok ? decided(ctx, stored.value) : stored
}

type RefundKey = Pick<RefundRow, 'id' | 'orderId'>
type NewRequest = Pick<RefundRow, 'id' | 'by' | 'reason' | 'amountCents' | 'points' | 'endsPlan'>
type Planned = Answer<Pick<NewRequest, 'amountCents' | 'points' | 'endsPlan'>>

function isSame(known: RefundRow, input: OwnRefund | OperatorRefund): boolean {
  if (known.paymentId !== input.paymentId || known.reason !== input.reason || known.by !== input.by) return false
  if (input.by === 'operator') return known.amountCents === input.amountCents
  return known.amountCents === input.agreed.amount && known.points === input.agreed.points
}

async function planOwn(tx: Transaction, ctx: OrderDeps, found: Refundable, { agreed }: OwnRefund): Promise<Planned> {
  const offer = await offerRefund(tx, ctx, found)
  if (!offer.ok) return refuse(offer.error)
  const { amount: amountCents, points, endsPlan } = offer.value
  return amountCents === agreed.amount && points === agreed.points ? ok({ amountCents, points, endsPlan }) : refuse('H4021')
}

async function planForOperator(
  tx: Transaction,
  { payment: service }: OrderDeps,
  { payment: paid, provider, isPlanRunning }: Refundable,
  { amountCents, endsPlan }: OperatorRefund,
): Promise<Planned> {
  if (await hasOpenRequest(tx, paid.id)) return refuse('ORDER_STATUS_ERROR')
  const isPossible = Number.isInteger(amountCents) && amountCents > 0 && amountCents <= paid.amountCents - paid.refundedCents
  if (!isPossible || !service.can.has('refund') || service.id !== provider) return refuse('ORDER_CAN_NOT_REFUND')
  const owed = pointsOfRefunded(paid, paid.refundedCents + amountCents) - paid.pointsTakenBack
  const points = Math.max(0, Math.min(owed, (await pointsOf(tx, paid.ownerId)).points))
  return ok({ amountCents, points, endsPlan: endsPlan && isPlanRunning })
}

/**
 * Stores a refund request and deducts its points, so that the points cannot be spent meanwhile. If the refund ends the plan, this also
 * cancels the renewals, so that the plan is not charged. The caller has locked the owner.
 */
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
  if (request.points > 0) await withdrawPoints(tx, paid, request.points, atMs)
  if (request.endsPlan) await stopRenewals(tx, ownerId, 'period_end', atMs, orderId)
}

/** Sends the request to the provider at once, and returns its state. The payment rounds follow undecided refunds. */
async function decided(ctx: OrderDeps, { id, orderId }: RefundKey): Promise<CallAnswer<typeof refundCall>> {
  await followRefunds(ctx, orderId)
  const [row] = await ctx.db.select({ state: refundRequest.state }).from(refundRequest).where(eq(refundRequest.id, id))
  return row === undefined ? refuse('ORDER_PARAM_ERROR') : ok(row)
}
