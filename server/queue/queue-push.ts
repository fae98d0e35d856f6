import { type Transaction, eq, pointsPush, pushMessage, pushSubscription } from '../database/database.ts'
import { makeId } from '../crypto/make-id.ts'
import { signal } from './signals.ts'

/** The subject of a message: a finished task, or a low balance. */
export type PushSubject = { readonly taskId: string } | { readonly pointsLeft: number }

/** Queues one push message per browser of the owner, in the transaction of the event. */
export async function queuePush(tx: Transaction, ownerId: string, subject: PushSubject, nowMs: number): Promise<void> {
  // Skips subscriptions locked by a logout, so the transaction never waits or fails.
  const subscriptions = await tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.ownerId, ownerId))
    .for('key share', { skipLocked: true })
  if (subscriptions.length === 0) return
  if ('taskId' in subject) {
    const { taskId } = subject
    await tx
      .insert(pushMessage)
      .values(subscriptions.map(({ id }) => ({ id: makeId(), taskId, subscriptionId: id, createdAtMs: nowMs, dueAtMs: nowMs })))
      .onConflictDoNothing()
  } else {
    const { pointsLeft } = subject
    await tx
      .insert(pointsPush)
      .values(subscriptions.map(({ id }) => ({ id: makeId(), pointsLeft, subscriptionId: id, createdAtMs: nowMs, dueAtMs: nowMs })))
  }
  await signal(tx, 'push')
}
