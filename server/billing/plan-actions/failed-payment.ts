import { type CallAnswer, type CallRequest, ok, refuse } from '#server/verbs/verb.ts'
import { type Database, type Transaction, and, eq, subscription } from '#server/database/database.ts'
import type { openCardPage as cardCall, payNow as payCall } from '#shared/api/subscription.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { isOwnPage } from '../providers/payment-url.ts'
import { syncOrder } from '../orders/sync-order.ts'
import { SCREENS } from '#shared/domain/screens.ts'
import { isPaymentOpen } from '../membership/offered-actions.ts'

const RETURN_PATH = new RegExp(`^(?:/en)?${SCREENS.settings.path}$`)

export async function openCardPage({
  ctx,
  input: { orderId, returnUrl },
}: CallRequest<typeof cardCall>): Promise<CallAnswer<typeof cardCall>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  if (!isOwnPage(ctx, returnUrl, RETURN_PATH)) return refuse('H3000', ['returnUrl'])
  const row = await findPlan(ctx.db, session.value.accountId, orderId)
  if (row === undefined) return refuse('H4023', ['orderId'])
  if (!ctx.payment.can.has('updateCard') || !isPaymentOpen(row)) return refuse('H4021')
  const cardPage = await ctx.payment.openCardPage(row.ref, returnUrl)
  if (cardPage.ok) return ok({ url: cardPage.value })
  ctx.log.warn({ orderId, reason: cardPage.error }, 'Card page could not be opened')
  return refuse(cardPage.error === 'away' ? 'H4013' : 'H4021')
}

/**
 * Retries the charge of a failed renewal, and reads the result from the provider. An idempotency key is valid for one cycle, so a late
 * repetition does not charge another cycle. The provider charges a cycle once.
 */
export async function payNow({ ctx, input: { orderId } }: CallRequest<typeof payCall>): Promise<CallAnswer<typeof payCall>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  // A request with a repeated key counts for the limit too, because each request may ask the provider to charge.
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.payNowByAccount, [accountId])
  if (!counted.ok) return counted
  const attempt = await onceForKey(ctx, accountId, async (tx) => {
    const row = await findPlan(tx, accountId, orderId)
    if (row === undefined) return refuse('H4023', ['orderId'])
    if (!ctx.payment.can.has('payNow') || !isPaymentOpen(row)) return refuse('H4021')
    return ok({ periodEndMs: row.periodEndMs })
  })
  if (!attempt.ok) return attempt
  const { periodEndMs } = attempt.value
  const rowBefore = await findPlan(ctx.db, accountId, orderId)
  const isOpen = rowBefore !== undefined && isPaymentOpen(rowBefore) && rowBefore.periodEndMs === periodEndMs
  const retry = isOpen ? await ctx.payment.payNow(rowBefore.ref, `${orderId} ${ctx.idempotency?.key ?? ''}`) : ok(null)
  if (!retry.ok) ctx.log.warn({ orderId, reason: retry.error }, 'Payment retry failed')
  const synced = await syncOrder(ctx, orderId)
  const rowAfter = await findPlan(ctx.db, accountId, orderId)
  if (rowAfter === undefined || rowAfter.state === 'ended') return refuse('H4021')
  if (rowAfter.periodEndMs > periodEndMs) return ok({ outcome: 'paid' })
  return ok({ outcome: synced.ok && !retry.ok && retry.error === 'refused' ? 'refused' : 'unknown' })
}

async function findPlan(db: Database | Transaction, ownerId: string, orderId: string) {
  const isThisPlan = and(eq(subscription.orderId, orderId), eq(subscription.ownerId, ownerId))
  return (await db.select().from(subscription).where(isThisPlan))[0]
}
