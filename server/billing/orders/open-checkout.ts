import type { Context } from '#server/context.ts'
import type { CallInput, CallData } from '#shared/api/define-call.ts'
import type { createOrder, validateUrl as validateUrlCall } from '#shared/api/pay-orders.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { account } from '#server/platform/database/account-schema.ts'
import { type OrderRow, payOrder } from '#server/platform/database/payment-schema.ts'
import { skuIn } from '../catalogue/skus.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { type Result, ok } from '#shared/result.ts'

export type OpenOrder = OrderRow & { readonly checkoutUrl: string; readonly sessionId: string }

/** Opens a checkout at the provider; a repeated call returns the same one. H4013 when it fails. */
export async function openCheckout(
  ctx: Context,
  orderId: string,
  input: CallInput<typeof createOrder>,
): Promise<Result<OpenOrder, ServiceFailure>> {
  const order = await readOrder(ctx, orderId)
  const known = asOpen(order)
  if (known !== undefined) return ok(known)
  const sku = skuIn(ctx.config.prices, order.skuId, order.currencyCode)
  if (sku === undefined) return refuse('H4031', ['skuId'])
  const opened = await ctx.payment.openCheckout({
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
  if (!opened.ok) {
    ctx.log.warn({ orderId, reason: opened.error }, 'a checkout could not be opened')
    return refuse('H4013')
  }
  const { sessionId, checkoutUrl, isEmbedded } = opened.value
  await ctx.db
    .update(payOrder)
    .set({ sessionId, checkoutUrl, isEmbedded })
    .where(and(eq(payOrder.id, order.id), isNull(payOrder.sessionId)))
  const written = asOpen(await readOrder(ctx, orderId))
  if (written === undefined) throw new Error('the checkout was not stored')
  return ok(written)
}

function asOpen(order: OrderRow): OpenOrder | undefined {
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
  return payer
}

/** The return page reads the order from it. */
function withOrder(address: string, payOrderId: string): string {
  const url = new URL(address)
  url.searchParams.set('payOrderId', payOrderId)
  return url.href
}

/** The provider's pages may only return to our own. */
export function isOwnPage({ config }: Pick<Context, 'config'>, address: string, path: RegExp): boolean {
  if (!URL.canParse(address)) return false
  const { origin, pathname, username, password } = new URL(address)
  return config.origins.some((own) => new URL(own).origin === origin) && path.test(pathname) && username === '' && password === ''
}

const REFUSED_TEXT = 'This is not an address of our payment service, so it was not opened.'

/** Public: it reveals no more than the security policy header of every answer. A refusal is a normal answer. */
export async function validateUrl({
  ctx,
  input,
}: {
  ctx: Context
  input: { readonly url: string }
}): Promise<Result<CallData<typeof validateUrlCall>, ServiceFailure>> {
  const success = isCheckoutAddress(input.url, ctx.payment.origins)
  return ok({ success, message: success ? '' : REFUSED_TEXT })
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether an address may be opened as a checkout: one of these origins, over https, or over http on localhost, without credentials. It must start
 * with the exact origin text, so that no parser reads it differently. Nothing is fetched.
 */
export function isCheckoutAddress(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, origin } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  return isSafe && username === '' && password === '' && origins.includes(origin) && address.startsWith(`${origin}/`)
}
