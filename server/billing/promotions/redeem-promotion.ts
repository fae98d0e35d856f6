import { type Transaction, and, eq, inArray, ne } from '#server/database/database.ts'
import { type OrderRow, payOrder, promotion, promotionRedemption } from '#server/database/schema.ts'
import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { LIMITS, callerKey, countTry, refund } from '#server/verbs/rate-limit.ts'
import { type AppliedPromotion, type PricedPurchase, checkPromotion, checkUseLimits, readPromotionUser } from './check-promotion.ts'

/** The discount of an order, with its promotion code; 0 and '' without a discount. */
export interface OrderDiscount {
  readonly discountCents: number
  readonly promotionCode: string
}

export const NO_DISCOUNT: OrderDiscount = { discountCents: 0, promotionCode: '' }

export interface Reservation extends OrderDiscount {
  /** The owner's other unpaid orders with a promotion code. The new order replaces them: an account has only one such order at a time. */
  readonly replacedOrderIds: readonly string[]
  /** Stores the redemption. Call it after the order is stored. */
  readonly save: (orderId: string) => Promise<void>
}

/** Checks a code and locks it until the transaction ends, so that no concurrent order exceeds its limits. Lock the owner first. */
export async function reservePromotion(
  tx: Transaction,
  ctx: Pick<Context, 'nowMs' | 'secret'>,
  ownerId: string,
  code: string,
  purchase: PricedPurchase,
): Promise<Answer<Reservation>> {
  const user = await readPromotionUser(tx, ctx.secret, ownerId)
  if (user === null) return refuse('H3009')
  const appliedPromotion = await checkPromotion(tx, ctx, user, code, purchase, true)
  if (!appliedPromotion.ok) return appliedPromotion
  const { promotion: promotionRow, discountCents }: AppliedPromotion = appliedPromotion.value
  const isReserved = and(eq(promotionRedemption.ownerId, ownerId), eq(promotionRedemption.state, 'reserved'))
  const replacedRows = await tx.select({ orderId: promotionRedemption.orderId }).from(promotionRedemption).where(isReserved)
  const row = {
    promotionId: promotionRow.id,
    ownerId,
    mailboxHash: user.mailboxHash,
    state: 'reserved',
    reservedAtMs: ctx.nowMs(),
  } as const
  return ok({
    discountCents,
    promotionCode: code,
    replacedOrderIds: replacedRows.map(({ orderId }) => orderId),
    save: async (orderId) => void (await tx.insert(promotionRedemption).values({ ...row, orderId })),
  })
}

/**
 * Call it with the owner locked, after the attempt to close the orders that this order replaces. Refuses if the code can no longer be used,
 * because one of them was paid or its checkout is still open. It then also closes this order and releases its code.
 */
export async function confirmPromotion(
  tx: Transaction,
  ctx: Pick<Context, 'nowMs' | 'secret'>,
  ownerId: string,
  orderId: string,
): Promise<Answer<null>> {
  const isOpen = and(eq(promotionRedemption.orderId, orderId), eq(promotionRedemption.state, 'reserved'))
  const [reservation] = await tx
    .select({ promotion })
    .from(promotionRedemption)
    .innerJoin(promotion, eq(promotion.id, promotionRedemption.promotionId))
    .where(isOpen)
    .for('update')
  if (reservation === undefined) return ok(null)
  const isOtherOpen = and(
    eq(promotionRedemption.ownerId, ownerId),
    eq(promotionRedemption.state, 'reserved'),
    ne(promotionRedemption.orderId, orderId),
  )
  const otherOrders = await tx.select({ orderId: promotionRedemption.orderId }).from(promotionRedemption).where(isOtherOpen)
  const limitCheck = await checkUseLimits(tx, reservation.promotion, await readPromotionUser(tx, ctx.secret, ownerId), orderId)
  const isConfirmed = otherOrders.length === 0 && limitCheck.ok
  if (isConfirmed) return ok(null)
  const nowMs = ctx.nowMs()
  const closedState = { state: 'CLOSED', settledAtMs: nowMs, syncAtMs: nowMs } as const
  await tx
    .update(payOrder)
    .set(closedState)
    .where(and(eq(payOrder.id, orderId), inArray(payOrder.state, ['PENDING', 'FAILED'])))
  await tx.update(promotionRedemption).set({ state: 'released', settledAtMs: nowMs }).where(isOpen)
  return otherOrders.length > 0 ? refuse('H4013') : limitCheck
}

/**
 * Settles an order's use of a code: `redeemed` if it is paid, `released` if it is closed at the provider, because no payment can follow. A
 * late payment redeems the code anyway.
 */
export async function settleRedemption(
  tx: Pick<Transaction, 'update'>,
  { id, promotionCode }: Pick<OrderRow, 'id' | 'promotionCode'>,
  outcome: 'redeemed' | 'released',
  nowMs: number,
): Promise<void> {
  if (promotionCode === '') return
  const isUnsettled = outcome === 'redeemed' ? ne(promotionRedemption.state, 'redeemed') : eq(promotionRedemption.state, 'reserved')
  await tx
    .update(promotionRedemption)
    .set({ state: outcome, settledAtMs: nowMs })
    .where(and(eq(promotionRedemption.orderId, id), isUnsettled))
}

/**
 * Runs `attempt`, which tries a promotion code, and counts the try for the caller's limits if no such code exists. Tries of an existing
 * code do not count. Users can therefore try it with any number of plans and packs, but cannot find codes by guessing.
 */
export async function tryPromotion<T>(ctx: Context, ownerId: string, attempt: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const tries = [
    [LIMITS.promotionByOwner, [ownerId]],
    [LIMITS.promotionByAddress, [callerKey(ctx)]],
  ] as const
  for (const [limit, keyParts] of tries) {
    const counted = await countTry(ctx.db, ctx.nowMs(), limit, keyParts)
    if (!counted.ok) return counted
  }
  const answer = await attempt()
  if (!answer.ok && answer.error.code === 'PROMOTION_UNKNOWN') return answer
  for (const [limit, keyParts] of tries) await refund(ctx.db, limit, keyParts)
  return answer
}
