import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import type { BatchTask, queryBatch as queryBatchCall, Creation } from '#shared/api/generation.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import { type Result, ok } from '#shared/result.ts'
import { defineStatement } from '#server/platform/database/define-statement.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { batch, task } from '#server/platform/database/schema.ts'
import { notDeleted, toCreation } from './creation-rows.ts'

interface Row extends Omit<BatchTask, 'elapsedMs' | 'isEngineAway'> {
  readonly modelName: string
  readonly createdAtMs: string
  readonly finishedAtMs: string | null
}

/** The tasks of one batch; `queuePosition` counts the waiting tasks before it, from 1 for the next. */
export async function queryBatch({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof queryBatchCall>
}): Promise<Result<CallData<typeof queryBatchCall>, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const rows = await selectTasks(ctx.db, { batchId: input.batchId, ownerId: owner.value })
  if (rows.length === 0) return refuse('H4001')
  const nowMs = ctx.nowMs()
  return ok({ batchId: input.batchId, tasks: rows.map((row) => toBatchTask(row, ctx, nowMs)) })
}

function toBatchTask({ createdAtMs, finishedAtMs, modelName, ...task }: Row, { awayOf }: Context, nowMs: number): BatchTask {
  const isEngineAway = task.status === 'PENDING' && awayOf(modelName) !== undefined
  const elapsedMs = Math.max(0, Number(finishedAtMs ?? nowMs) - Number(createdAtMs))
  return { ...task, elapsedMs, ...(isEngineAway && { isEngineAway }) }
}

const selectTasks = defineStatement<Row, { batchId: string; ownerId: string }>(
  'tasks of a batch',
  (
    value,
  ) => sql`select t.id, t.status, b.biz_type as "bizType", coalesce(t.moved_to, b.model_name) as "modelName", t.error_msg as "errorMsg",
      case t.status when 'PENDING' then 'queued' when 'PROCESSING' then t.stage end as stage,
      case t.status when 'PROCESSING' then t.progress when 'SUCCESS' then 1 end as progress,
      case t.status when 'PROCESSING' then t.left_ms end as "leftMs",
      case when t.status = 'PENDING' then 1 + (
        select count(*) from task w
        where w.status = 'PENDING' and (w.created_at_ms, w.batch_id, w.take) < (t.created_at_ms, t.batch_id, t.take)
      )::int end as "queuePosition",
      t.created_at_ms as "createdAtMs", t.finished_at_ms as "finishedAtMs"
    from task t join batch b on b.id = t.batch_id
    where t.batch_id = ${value('batchId')} and t.owner_id = ${value('ownerId')} and t.deleted_at_ms is null
    order by t.take`,
)

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
