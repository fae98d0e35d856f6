import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { collectCreations as collectCall } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { inArray } from 'drizzle-orm'
import { inTransaction } from '#server/database/in-transaction.ts'
import { task } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { ok } from '#shared/result.ts'
import { lockOwnTasks } from './own-tasks.ts'

/** Marks creations as collected or not: all of them, or none when one is not there. */
export async function collectCreations({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof collectCall>
}): Promise<Result<object, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  return inTransaction(ctx.db, async (tx): Promise<Result<object, ServiceFailure>> => {
    const tasks = await lockOwnTasks(tx, owner.value, input.ids)
    if (tasks?.every(({ deletedAtMs }) => deletedAtMs === null) !== true) return refuse('H4001')
    await tx
      .update(task)
      .set({ isCollect: input.op === 1 })
      .where(inArray(task.id, input.ids))
    return ok({})
  })
}
