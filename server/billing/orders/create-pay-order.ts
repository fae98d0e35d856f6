import { type Transaction, type OrderRow, and, desc, eq, inArray, isNull, payOrder } from '#server/database/database.ts'
import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { type Membership, doesRenew, hadTrial, isLeaving, readMembership } from '../membership.ts'
import { planCurrencyOf } from '../membership/plan-price.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { createOrder } from '#shared/api/pay-orders.ts'
import { type CatalogueSku, chargedNow } from '../catalogue/skus.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { CONSUMABLE_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { normalizePromotionCode } from '#shared/domain/promotion-rules.ts'
import { NO_DISCOUNT, reservePromotion } from '../promotions/redeem-promotion.ts'
import { nextOrderCheckMs } from './next-check.ts'

/** How long an open order is reused, in ms: as long as its checkout is open. */
const REUSE_LIMIT_MS = 23 * 60 * 60 * 1000
const MAX_OPEN_ORDERS = 20

export interface CreatedOrder {
  readonly payOrderId: string
  /** The orders that this order replaces; the caller must close their checkouts. */
  readonly replaced: readonly string[]
}

/**
 * Allows one open order for plans, and one per pack unless the user buys one more, so that nothing is paid twice. Lock the owner first.
 * H4043: the account has such a plan, or used the trial. H4031: the renewing plan has another currency. H4021: the account is being
 * deleted. H4022: too many open orders. PROMOTION_ codes: the code is unusable, or the price differs.
 */
export async function createPayOrder(
  tx: Transaction,
  ctx: Context,
  ownerId: string,
  sku: CatalogueSku,
  input: CallInput<typeof createOrder>,
): Promise<Answer<CreatedOrder>> {
  const nowMs = ctx.nowMs()
  const membership = await readMembership(tx, ownerId, nowMs)
  if (await isLeaving(tx, ownerId)) return refuse('H4021')
  if (!(await isOffered(tx, ctx, ownerId, sku, membership))) return refuse('H4043')
  const planCurrency = sku.plan === null ? undefined : await planCurrencyOf(tx, membership)
  if ((planCurrency ?? input.currencyCode) !== input.currencyCode) return refuse('H4031', ['currencyCode'])
  const priceCents = chargedNow(sku, membership)
  const code = normalizePromotionCode(input.promotionCode ?? '')
  const openOrders = await readOpenOrders(tx, ownerId, ctx.payment.id)
  const isSameOrder = (row: OrderRow) =>
    row.skuId === sku.skuId && isSamePrice(row, priceCents, code, input) && nowMs - row.createdAtMs < REUSE_LIMIT_MS
  const sameOrder = input.again === true ? undefined : openOrders.find(isSameOrder)
  if (sameOrder !== undefined) return ok({ payOrderId: sameOrder.id, replaced: [] })
  if (openOrders.length >= MAX_OPEN_ORDERS) return refuse('H4022')
  const purchase = { sku, priceCents, currencyCode: input.currencyCode }
  const reservation = code === '' ? ok(null) : await reservePromotion(tx, ctx, ownerId, code, purchase)
  if (!reservation.ok) return reservation
  const { discountCents, promotionCode } = reservation.value ?? NO_DISCOUNT
  const amountCents = priceCents - discountCents
  if (code !== '' && input.quotedCents !== undefined && input.quotedCents !== amountCents) return refuse('PROMOTION_CHANGED')
  const replacedOpenIds = openOrders.filter((row) => isReplaced(row, sku, input.again === true)).map(({ id }) => id)
  const replacedIds = [...new Set([...replacedOpenIds, ...(reservation.value?.replacedOrderIds ?? [])])]
  // This closes the replaced orders in the database. The next scheduled check closes them at the provider.
  const closedState = { state: 'CLOSED', settledAtMs: nowMs, syncAtMs: nowMs } as const
  const isReplacedOpen = and(inArray(payOrder.id, replacedIds), inArray(payOrder.state, ['PENDING', 'FAILED']))
  if (replacedIds.length > 0) await tx.update(payOrder).set(closedState).where(isReplacedOpen)
  const { currencyCode, integrationMethod } = input
  const price = { amountCents, discountCents, promotionCode, currencyCode }
  const id = await storeOrder(tx, ctx, { ownerId, sku, ...price, isEmbedded: integrationMethod === 'embedded' })
  await reservation.value?.save(id)
  return ok({ payOrderId: id, replaced: replacedIds })
}

interface NewOrder
  extends
    Pick<OrderRow, 'ownerId' | 'amountCents' | 'currencyCode' | 'isEmbedded'>,
    Partial<Pick<OrderRow, 'discountCents' | 'promotionCode'>> {
  readonly sku: CatalogueSku
  readonly topUpId?: string
}

export async function storeOrder(tx: Transaction, ctx: Pick<Context, 'nowMs' | 'payment'>, { sku, ...order }: NewOrder): Promise<string> {
  const nowMs = ctx.nowMs()
  const { skuId, skuType, plan } = sku
  const id = makeId()
  const facts = { id, ...order, skuId, skuType, points: plan === null ? sku.points : 0, provider: ctx.payment.id }
  await tx.insert(payOrder).values({ ...facts, state: 'PENDING', createdAtMs: nowMs, syncAtMs: nextOrderCheckMs(nowMs, nowMs) })
  return id
}

/**
 * Whether an open order has the currency, the promotion code and the price of the request. The price of an open order stays the same, even
 * if the code changes later.
 */
function isSamePrice(row: OrderRow, priceCents: number, code: string, input: CallInput<typeof createOrder>): boolean {
  const { amountCents, discountCents, promotionCode, currencyCode } = row
  const isQuoted = code === '' || input.quotedCents === undefined || input.quotedCents === amountCents
  return currencyCode === input.currencyCode && promotionCode === code && amountCents + discountCents === priceCents && isQuoted
}

/** Whether the user may still pay an order. If an order that it replaced was paid meanwhile, this closes the order and returns false. */
export async function isStillOffered(tx: Transaction, ctx: Context, ownerId: string, sku: CatalogueSku, orderId: string): Promise<boolean> {
  const nowMs = ctx.nowMs()
  const isOpen = and(eq(payOrder.id, orderId), inArray(payOrder.state, ['PENDING', 'FAILED']))
  const openRows = await tx.select({ id: payOrder.id }).from(payOrder).where(isOpen)
  if (openRows.length === 0 || (await isOffered(tx, ctx, ownerId, sku, await readMembership(tx, ownerId, nowMs)))) return true
  await tx.update(payOrder).set({ state: 'CLOSED', settledAtMs: nowMs, syncAtMs: nowMs }).where(isOpen)
  return false
}

async function isOffered(
  tx: Transaction,
  ctx: Context,
  ownerId: string,
  { skuType, plan }: CatalogueSku,
  { currentPlan, everSubscribed }: Membership,
): Promise<boolean> {
  if (plan === null) return true
  if (skuType === TRIAL_SKU) return !everSubscribed && !(await hadTrial(tx, ctx.secret, ownerId))
  if (currentPlan === null || !doesRenew(currentPlan)) return true
  // While a plan change is pending, a new order could lead to a second plan.
  if (currentPlan.changeId !== null) return false
  // If possible, the running paid plan is changed instead: a new plan at full price would charge again for the time that is already paid.
  const isChangedInstead = currentPlan.state === 'active' && ctx.payment.can.has('changePlan')
  return plan === 'yearly' && currentPlan.plan === 'weekly' && !isChangedInstead
}

async function readOpenOrders(tx: Transaction, ownerId: string, provider: string): Promise<OrderRow[]> {
  const isOpen = and(eq(payOrder.ownerId, ownerId), eq(payOrder.provider, provider), inArray(payOrder.state, ['PENDING', 'FAILED']))
  // The query excludes automatic top-ups, because the user did not order them.
  return tx
    .select()
    .from(payOrder)
    .where(and(isOpen, isNull(payOrder.topUpId)))
    .orderBy(desc(payOrder.createdAtMs), desc(payOrder.id))
}

/**
 * An order for a plan replaces the orders of all other plans. An order for a pack replaces the open order of the same pack, unless the user
 * buys one more.
 */
function isReplaced(row: OrderRow, sku: CatalogueSku, isOneMore: boolean): boolean {
  return sku.plan === null ? row.skuId === sku.skuId && !isOneMore : row.skuType !== CONSUMABLE_SKU
}
