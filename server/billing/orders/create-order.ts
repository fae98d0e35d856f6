import { type Transaction, eq, payOrder } from '#server/database/database.ts'
import { type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { createOrder as createCall } from '#shared/api/pay-orders.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { requireAccount, lockOwner } from '#server/verbs/require-owner.ts'
import { currenciesOf, skuIn } from '../catalogue/skus.ts'
import { SCREENS } from '#shared/domain/screens.ts'
import { type OpenOrder, openCheckout } from './open-checkout.ts'
import { isOwnPage } from '../providers/payment-url.ts'
import { type CreatedOrder, isStillOffered, createPayOrder } from './create-pay-order.ts'
import { confirmPromotion, tryPromotion } from '../promotions/redeem-promotion.ts'
import { syncOrder } from './sync-order.ts'

const RETURN_PATH = new RegExp(`^(?:/en)?(?:${SCREENS.paySuccess.path}|${SCREENS.payCancel.path})$`)

/**
 * Creates an order and opens its checkout. The order and its idempotency key are stored before the provider call, so a retry recovers from
 * a lost answer or an outage. The provider call is slow, so it runs outside the transaction.
 */
export async function createOrder({ ctx, input }: CallRequest<typeof createCall>): Promise<CallAnswer<typeof createCall>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { prices } = ctx.config
  if (!currenciesOf(prices).includes(input.currencyCode)) return refuse('H4031', ['currencyCode'])
  const sku = skuIn(prices, input.skuId, input.currencyCode)
  if (sku === undefined) return refuse('H4031', ['skuId'])
  const invalidFields = (['returnUrl', 'cancelUrl'] as const).filter((name) => !isOwnPage(ctx, input[name], RETURN_PATH))
  if (invalidFields.length > 0) return refuse('H3000', invalidFields)
  const { accountId } = session.value
  // A double press sends the same idempotency key, which finds the same order. The key is valid until its order is closed unpaid.
  const createOnce = () => onceForKey(ctx, accountId, (tx) => createPayOrder(tx, ctx, accountId, sku, input), isNotClosed)
  if (input.promotionCode !== undefined && !ctx.payment.can.has('promotions')) return refuse('H4021')
  const created = await (input.promotionCode === undefined ? createOnce() : tryPromotion(ctx, accountId, createOnce))
  if (!created.ok) return created
  const { payOrderId, replaced } = created.value
  // Closes the checkouts of replaced orders, which must not be paid any more. The schedule retries failures.
  for (const orderId of replaced) await closeOrder(ctx, orderId)
  if (replaced.length > 0) {
    const offerCheck = await ctx.db.transaction(async (tx) => {
      await lockOwner(tx, accountId)
      if (!(await isStillOffered(tx, ctx, accountId, sku, payOrderId))) return refuse('H4043')
      return confirmPromotion(tx, ctx, accountId, payOrderId)
    })
    if (!offerCheck.ok) return offerCheck
  }
  const openedOrder = await openCheckout(ctx, payOrderId, input)
  if (!openedOrder.ok) return openedOrder
  if (openedOrder.value.state !== 'CLOSED') return ok(toData(openedOrder.value))
  // Another order replaced this order while its checkout was opening.
  await closeOrder(ctx, payOrderId)
  return refuse('H4021')
}

/** Whether a repeated key returns this order. An order that was closed unpaid has not completed the purchase of its key. */
async function isNotClosed(tx: Transaction, { payOrderId }: CreatedOrder): Promise<boolean> {
  const [order] = await tx.select({ state: payOrder.state }).from(payOrder).where(eq(payOrder.id, payOrderId))
  return order !== undefined && order.state !== 'CLOSED'
}

async function closeOrder(ctx: Context, orderId: string): Promise<void> {
  const syncResult = await syncOrder(ctx, orderId)
  if (!syncResult.ok) ctx.log.warn({ orderId, reason: syncResult.error }, 'Order could not be closed; retrying later')
}

function toData(order: OpenOrder): CallData<typeof createCall> {
  const { checkoutUrl, sessionId, id, createdAtMs, amountCents, currencyCode, isEmbedded } = order
  const integrationMethod = isEmbedded ? 'embedded' : 'hosted'
  return { checkoutUrl, sessionId, payOrderId: id, orderTime: createdAtMs, integrationMethod, amountCents, currencyCode }
}
