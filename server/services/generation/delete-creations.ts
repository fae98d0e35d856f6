import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { deleteCreations as deleteCall } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { and, inArray } from 'drizzle-orm'
import { inTransaction } from '#server/database/in-transaction.ts'
import { task } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { ok } from '#shared/result.ts'
import { lockOwnTasks, notDeleted } from './own-tasks.ts'

/** Takes ended creations out of sight, all or none. One that is deleted already keeps its time, so a repeated call prolongs nothing. */
export async function deleteCreations({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof deleteCall>
}): Promise<Result<object, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  return inTransaction(ctx.db, async (tx): Promise<Result<object, ServiceFailure>> => {
    const tasks = await lockOwnTasks(tx, owner.value, input.ids)
    if (tasks === undefined) return refuse('H4001')
    if (tasks.some(({ status }) => isGenerating(status))) return refuse('H4021')
    await tx
      .update(task)
      .set({ deletedAtMs: ctx.nowMs() })
      .where(and(inArray(task.id, input.ids), notDeleted))
    return ok({})
  })
}
