import { and, desc, eq, inArray, inTransaction, sql, pushSubscription } from '#server/database/database.ts'
import { type CallRequest, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { subscribePush, unsubscribePush } from '#shared/api/push.ts'
import { findSession, requireOwner, lockOwner } from '#server/verbs/require-owner.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { MAX_PUSH_DEVICES } from '#shared/domain/push-rules.ts'

/**
 * Stores or renews a browser's subscription. An owner's oldest subscriptions above `MAX_PUSH_DEVICES` are deleted. A caller with the keys
 * of another owner's subscription controls its browser, so the subscription moves to the caller. Without the keys: H3013.
 */
export async function storePushSubscription({ ctx, input }: CallRequest<typeof subscribePush>): Promise<Answer<object>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const ownerId = owner.value
  const sessionId = (await findSession(ctx))?.id ?? null
  const { endpoint, keys } = input
  if (!(await ctx.push.isPublic(endpoint))) return refuse('H3000', ['endpoint'])
  return inTransaction(ctx.db, async (tx) => {
    if (!(await lockOwner(tx, ownerId))) return refuse('H3009')
    const renewedColumns = { ownerId, sessionId, ...keys, seenAtMs: ctx.nowMs() }
    const hasKeys = and(eq(pushSubscription.p256dh, keys.p256dh), eq(pushSubscription.auth, keys.auth))
    const isOwn = eq(pushSubscription.ownerId, ownerId)
    const storedRows = await tx
      .insert(pushSubscription)
      .values({ id: makeId(), endpoint, createdAtMs: ctx.nowMs(), ...renewedColumns })
      // A repeated request renews the subscription of its endpoint.
      .onConflictDoUpdate({
        target: pushSubscription.endpoint,
        set: renewedColumns,
        setWhere: sql`${isOwn} or (${hasKeys})`,
      })
      .returning({ id: pushSubscription.id })
    if (storedRows.length === 0) return refuse('H3013')
    const subscriptions = await tx
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(isOwn)
      .orderBy(desc(pushSubscription.seenAtMs))
    const excessIds = subscriptions.slice(MAX_PUSH_DEVICES).map(({ id }) => id)
    if (excessIds.length > 0) await tx.delete(pushSubscription).where(inArray(pushSubscription.id, excessIds))
    return ok({})
  })
}

/** Deletes the caller's subscription with this endpoint, together with its queued messages. */
export async function forgetSubscription({ ctx, input }: CallRequest<typeof unsubscribePush>): Promise<Answer<object>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  await ctx.db.delete(pushSubscription).where(and(eq(pushSubscription.endpoint, input.endpoint), eq(pushSubscription.ownerId, owner.value)))
  return ok({})
}
