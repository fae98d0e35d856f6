import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { restoreCreations as restoreCall } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { inArray } from 'drizzle-orm'
import { inTransaction } from '#server/database/in-transaction.ts'
import { task } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/restore-window.ts'
import { ok } from '#shared/result.ts'
import { lockOwnTasks } from './own-tasks.ts'

/** Brings deleted creations back, all or none; H4001 when one of them is past its time. */
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
