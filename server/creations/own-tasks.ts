import type { Transaction } from '#server/platform/database/database.ts'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { task } from '#server/platform/database/schema.ts'

type TaskRow = typeof task.$inferSelect

/** What its owner can see of a creation's row: nothing once it is deleted. */
export const notDeleted = isNull(task.deletedAtMs)

/** Locks all of these creations; undefined when one is unknown or somebody else's. In one order, so that two calls never wait for each other. */
export async function lockOwnTasks(tx: Transaction, ownerId: string, ids: readonly string[]): Promise<TaskRow[] | undefined> {
  const wanted = [...new Set(ids)]
  const found = await tx
    .select()
    .from(task)
    .where(and(inArray(task.id, wanted), eq(task.ownerId, ownerId)))
    .orderBy(asc(task.id))
    .for('update')
  return found.length === wanted.length ? found : undefined
}
