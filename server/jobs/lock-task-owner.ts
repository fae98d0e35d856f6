import type { Transaction } from '#server/database/database.ts'
import { eq } from 'drizzle-orm'
import { task } from '#server/database/schema.ts'
import { lockOwner } from '#server/services/credits/lock-owner.ts'

/** Locks whoever the task belongs to now: while it ran, its visitor may have become an account. */
export async function lockTaskOwner(tx: Transaction, taskId: string): Promise<string> {
  const ownerOf = async () => {
    const [row] = await tx.select({ ownerId: task.ownerId }).from(task).where(eq(task.id, taskId))
    if (row === undefined) throw new Error(`task ${taskId} is not there`)
    return row.ownerId
  }
  const seen = await ownerOf()
  return (await lockOwner(tx, seen)) ? seen : ownerOf().then((next) => (next === seen ? seen : lockTaskOwner(tx, taskId)))
}
