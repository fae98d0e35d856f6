import { inArray, and } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type {
  collectCreations as collectCall,
  deleteCreations as deleteCall,
  restoreCreations as restoreCall,
} from '#shared/api/generation.ts'
import { type Result, ok } from '#shared/result.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { task } from '#server/platform/database/schema.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { isGenerating, RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import { lockOwnTasks, notDeleted } from './own-tasks.ts'

/** Adds creations to the collection or removes them; all of them, or none when one is missing. */
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

/** Deletes ended creations, all or none. A repeated call does not extend the time to restore them. */
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

/** Restores deleted creations, all or none; H4001 when the time of one is over. */
export async function restoreCreations({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof restoreCall>
}): Promise<Result<object, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  return inTransaction(ctx.db, async (tx): Promise<Result<object, ServiceFailure>> => {
    const tasks = await lockOwnTasks(tx, owner.value, input.ids)
    const sinceMs = ctx.nowMs() - RESTORE_WINDOW_MS
    const isThere = tasks?.every(({ deletedAtMs, isErased }) => deletedAtMs === null || (deletedAtMs >= sinceMs && !isErased))
    if (isThere !== true) return refuse('H4001')
    await tx.update(task).set({ deletedAtMs: null }).where(inArray(task.id, input.ids))
    return ok({})
  })
}
