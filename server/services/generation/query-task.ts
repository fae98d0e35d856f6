import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Creation } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { and, eq } from 'drizzle-orm'
import { batch, task } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { ok } from '#shared/result.ts'
import { notDeleted } from './own-tasks.ts'
import { toCreation } from './to-creation.ts'

export async function queryTask({
  ctx,
  input,
}: {
  ctx: Context
  input: { readonly taskId: string }
}): Promise<Result<Creation, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const [row] = await ctx.db
    .select({ task, batch })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(and(eq(task.id, input.taskId), eq(task.ownerId, owner.value), notDeleted))
  return row === undefined ? refuse('H4001') : ok(toCreation(row))
}
