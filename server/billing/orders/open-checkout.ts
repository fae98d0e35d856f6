import { withAsciiDomain } from '#server/addresses/email-address.ts'
import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { createOrder } from '#shared/api/pay-orders.ts'
import { type OrderRow, and, eq, isNull, account, payOrder } from '#server/database/database.ts'
import { skuIn } from '../catalogue/skus.ts'

export type OpenOrder = OrderRow & { readonly checkoutUrl: string; readonly sessionId: string }

/** Opens a checkout at the provider; a repeated call returns the same checkout. H4013 if the provider fails. */
export async function openCheckout(ctx: Context, orderId: string, input: CallInput<typeof createOrder>): Promise<Answer<OpenOrder>> {
  const order = await readOrder(ctx, orderId)
  const knownCheckout = asOpenOrder(order)
  if (knownCheckout !== undefined) return ok(knownCheckout)
  const sku = skuIn(ctx.config.prices, order.skuId, order.currencyCode)
  if (sku === undefined) return refuse('H4031', ['skuId'])
  const checkout = await ctx.payment.openCheckout({
    payOrderId: order.id,
    sku,
    amountCents: order.amountCents,
    discount: order.promotionCode === '' ? null : { code: order.promotionCode, cents: order.discountCents },
    currencyCode: order.currencyCode,
    payer: await readPayer(ctx, order.ownerId),
    returnUrl: withOrder(input.returnUrl, order.id),
    cancelUrl: withOrder(input.cancelUrl, order.id),
    isEmbedded: order.isEmbedded,
    redirectOnCompletion: input.redirectOnCompletion,
  })
  if (!checkout.ok) {
    ctx.log.warn({ orderId, reason: checkout.error }, 'Checkout could not be opened')
    return refuse('H4013')
  }
  const { sessionId, checkoutUrl, isEmbedded } = checkout.value
  await ctx.db
    .update(payOrder)
    .set({ sessionId, checkoutUrl, isEmbedded })
    .where(and(eq(payOrder.id, order.id), isNull(payOrder.sessionId)))
  const storedOrder = asOpenOrder(await readOrder(ctx, orderId))
  if (storedOrder === undefined) throw new Error('the checkout was not stored')
  return ok(storedOrder)
}

function asOpenOrder(order: OrderRow): OpenOrder | undefined {
  const { checkoutUrl, sessionId } = order
  return checkoutUrl === null || sessionId === null ? undefined : { ...order, checkoutUrl, sessionId }
}

async function readOrder({ db }: Context, orderId: string): Promise<OrderRow> {
  const [order] = await db.select().from(payOrder).where(eq(payOrder.id, orderId))
  if (order === undefined) throw new Error('an order that was placed is gone')
  return order
}

async function readPayer({ db }: Context, ownerId: string): Promise<{ id: string; email: string }> {
  const [payer] = await db.select({ id: account.id, email: account.email }).from(account).where(eq(account.id, ownerId))
  if (payer === undefined) throw new Error('an order without an account')
  return { ...payer, email: withAsciiDomain(payer.email) }
}

/** Adds the order's id to a return address, because the return page reads it. */
function withOrder(address: string, payOrderId: string): string {
  const url = new URL(address)
  url.searchParams.set('payOrderId', payOrderId)
  return url.href
}
