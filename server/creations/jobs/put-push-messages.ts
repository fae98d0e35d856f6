import type { Transaction } from '#server/platform/database/database.ts'
import { eq } from 'drizzle-orm'
import { makeId } from '#server/platform/context/make-id.ts'
import { pushMessage, pushSubscription } from '#server/platform/database/push-schema.ts'

/** Puts down, in the transaction of a task's end, one message for each browser of its owner. */
export async function putPushMessages(tx: Transaction, taskId: string, ownerId: string, nowMs: number): Promise<void> {
  // One that is going just now is left out: the end of a task waits for no logout, and does not fail because of it.
  const browsers = await tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.ownerId, ownerId))
    .for('key share', { skipLocked: true })
  const messages = browsers.map(({ id }) => ({ id: makeId(), taskId, subscriptionId: id, createdAtMs: nowMs, dueAtMs: nowMs }))
  if (messages.length > 0) await tx.insert(pushMessage).values(messages).onConflictDoNothing()
}
