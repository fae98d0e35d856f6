import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { createOrder as createCall } from '#shared/api/pay-orders.ts'
import type { Result } from '#shared/result.ts'
import type { OpenOrder } from './open-checkout.ts'
import { refuse } from '#server/services/context/failure.ts'
import { onceForKey } from '#server/services/context/once-for-key.ts'
import { requireAccount } from '#server/services/context/require-account.ts'
import { findSku } from '#server/seed/skus.ts'
import { ok } from '#shared/result.ts'
import { openCheckout } from './open-checkout.ts'
import { placeOrder } from './place-order.ts'
import { syncOrder } from './sync-order.ts'

const PAY_PATH = /^(?:\/en)?\/pay\/(?:success|cancel)$/

/**
 * Places an order and opens its checkout. The order is written down with its key before the provider hears of it, so that a lost answer,
 * or a provider that is away, is made good by asking again; outside a transaction, because the provider takes its time.
 */
export async function createOrder({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof createCall>
}): Promise<Result<CallData<typeof createCall>, ServiceFailure>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const sku = findSku(input.skuId)
  if (sku === undefined) return refuse('H4031', ['skuId'])
  const odd = (['returnUrl', 'cancelUrl'] as const).filter((name) => !isOwn(ctx, input[name]))
  if (odd.length > 0) return refuse('H3000', odd)
  const { accountId } = session.value
  const placed = await onceForKey(ctx, accountId, (tx) => placeOrder(tx, ctx, accountId, sku, input))
  if (!placed.ok) return placed
  // A checkout that must not be paid any more; what went wrong with it is made good by the schedule.
  for (const orderId of placed.value.replaced) await closeReplaced(ctx, orderId)
  const opened = await openCheckout(ctx, placed.value.payOrderId, input)
  return opened.ok ? ok(toData(opened.value)) : opened
}

async function closeReplaced(ctx: Context, orderId: string): Promise<void> {
  const closed = await syncOrder(ctx, orderId)
  if (!closed.ok) ctx.log.warn({ orderId, reason: closed.error }, 'an order could not be closed yet')
}

/** Checkouts lead back to our own pages alone. */
function isOwn({ config }: Context, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, pathname, username, password } = new URL(address)
  return config.origins.some((own) => new URL(own).origin === origin) && PAY_PATH.test(pathname) && username === '' && password === ''
}

function toData(order: OpenOrder): CallData<typeof createCall> {
  const { checkoutUrl, sessionId, id, createdAtMs, amountCents, isEmbedded } = order
  const integrationMethod = isEmbedded ? 'embedded' : 'hosted'
  return { checkoutUrl, sessionId, payOrderId: id, orderTime: createdAtMs, integrationMethod, amountCents }
}
