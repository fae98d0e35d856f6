import { type CallAnswer, type CallRequest, ok, refuse } from '#server/verbs/verb.ts'
import type { getOrderResult } from '#shared/api/pay-orders.ts'
import { and, eq, payOrder } from '#server/database/database.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { pointsOf } from '../points.ts'
import { syncOrder } from './sync-order.ts'

/** Polls the provider for an open order, because its webhook may be late or lost. Returns the stored state if that fails. */
export async function readOrderResult({ ctx, input }: CallRequest<typeof getOrderResult>): Promise<CallAnswer<typeof getOrderResult>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const [storedOrder] = await ctx.db
    .select()
    .from(payOrder)
    .where(and(eq(payOrder.id, input.payOrderId), eq(payOrder.ownerId, accountId)))
  if (storedOrder === undefined) return refuse('H4023', ['payOrderId'])
  const synced = storedOrder.state === 'SUCCESS' ? ok(storedOrder) : await syncOrder(ctx, storedOrder.id)
  if (!synced.ok) ctx.log.warn({ orderId: storedOrder.id, reason: synced.error }, 'Order status request failed')
  const { state, skuType } = synced.ok ? synced.value : storedOrder
  return ok({ payResult: state, skuType, points: (await pointsOf(ctx.db, accountId)).points })
}
