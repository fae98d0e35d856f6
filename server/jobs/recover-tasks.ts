import type { OpenedDatabase } from '#server/database/database.ts'
import type { GenerationQueue } from '#server/services/context/context.ts'
import { and, asc, eq, lt } from 'drizzle-orm'
import { task } from '#server/database/schema.ts'
import { failTask, giveBackTask } from './task-ends.ts'

/** A task that has ended this many attempts without a word is given up. */
export const MAX_ATTEMPTS = 3
export const GIVEN_UP_TEXT = 'This video could not be made. Your points are back.'

/**
 * Work whose worker is gone returns to the queue, or fails for good after too many attempts; and every waiting task gets a
 * job if it has none. The embedded database belongs to this process alone, so at its start every PROCESSING row is
 * lost work; on a shared one only those whose lease is over.
 */
export async function recoverTasks(database: OpenedDatabase, queue: GenerationQueue, nowMs: number): Promise<void> {
  const { db, isShared } = database
  const lost = await db
    .select({ taskId: task.id, ownerId: task.ownerId, points: task.points, worker: task.worker, attempt: task.attempts })
    .from(task)
    .where(and(eq(task.status, 'PROCESSING'), isShared ? lt(task.leaseUntilMs, nowMs) : undefined))
  for (const { worker, ...found } of lost) {
    const lease = { ...found, worker: worker ?? '' }
    if (lease.attempt >= MAX_ATTEMPTS) await failTask(db, lease, GIVEN_UP_TEXT, nowMs)
    else await giveBackTask(db, queue, lease, false)
  }
  await db.transaction(async (tx) => {
    const waiting = await tx
      .select({ id: task.id })
      .from(task)
      .where(eq(task.status, 'PENDING'))
      .orderBy(asc(task.createdAtMs), asc(task.batchId), asc(task.take))
    await queue.send(
      tx,
      waiting.map(({ id }) => id),
    )
  })
  queue.wake()
}
