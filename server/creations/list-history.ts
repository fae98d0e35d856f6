import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { getHistory, History } from '#shared/api/generation.ts'
import { and, asc, count, desc, eq, ilike } from 'drizzle-orm'
import { batch, task } from '#server/platform/database/schema.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { type Result, ok } from '#shared/result.ts'
import { notDeleted } from './own-tasks.ts'
import { toCreation } from './to-creation.ts'

type Input = CallInput<typeof getHistory>

/** The caller's creations, newest first, the videos of a batch together. */
export async function listHistory({ ctx, input }: { ctx: Context; input: Input }): Promise<Result<History, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const wanted = and(eq(task.ownerId, owner.value), notDeleted, ...filters(input))
  const rows = await ctx.db
    .select({ task, batch })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(wanted)
    .orderBy(desc(task.createdAtMs), asc(task.batchId), asc(task.take))
    .limit(input.pageSize)
    .offset((input.curPage - 1) * input.pageSize)
  const counted = ctx.db.select({ size: count() }).from(task).$dynamic()
  const isOfBatch = input.bizType !== undefined || input.search !== undefined
  const [total] = await (isOfBatch ? counted.innerJoin(batch, eq(batch.id, task.batchId)) : counted).where(wanted)
  return ok({ data: rows.map(toCreation), totalSize: total?.size ?? 0 })
}

function filters({ taskStatus, isCollect, bizType, search }: Input) {
  return [
    taskStatus === 'ALL' ? undefined : eq(task.status, taskStatus),
    isCollect === undefined ? undefined : eq(task.isCollect, isCollect === '1'),
    bizType === undefined ? undefined : eq(batch.bizType, bizType),
    search === undefined ? undefined : ilike(batch.prompt, `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
  ]
}
