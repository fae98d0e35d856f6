import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { getHistory, History, BatchTask, queryBatch as queryBatchCall, Creation } from '#shared/api/generation.ts'
import { type Database, type SQL, and, asc, count, desc, eq, ilike, sql } from '#server/database/database.ts'
import { batch, task } from '#server/database/schema.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import { defineCallerRows } from '#server/verbs/caller-rows.ts'
import { notDeleted, toCreation } from './creation-rows.ts'

type Input = CallInput<typeof getHistory>

/** The caller's creations, newest first; the videos of a batch are adjacent. */
export async function listHistory({ ctx, input }: { ctx: Context; input: Input }): Promise<Answer<History>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { curPage, pageSize, taskStatus, isCollect, bizType, search } = input
  const filters = {
    ...(taskStatus !== 'ALL' && { taskStatus }),
    ...(isCollect !== undefined && { isCollect: isCollect === '1' }),
    ...(bizType !== undefined && { bizType }),
    ...(search !== undefined && { search: likePattern(search.toLowerCase()) }),
  }
  const { pageQuery, totalQuery } = queriesFor(ctx.db, Object.keys(filters))
  const params = { ...filters, ...(search !== undefined && { upperCaseSearch: likePattern(search.toUpperCase()) }), ownerId: owner.value }
  const rows = await pageQuery.execute({ ...params, limit: pageSize, offset: (curPage - 1) * pageSize })
  const [totalRow] = await totalQuery.execute(params)
  return ok({ data: rows.map(toCreation), totalSize: totalRow?.size ?? 0 })
}

function likePattern(search: string): string {
  return `%${search.normalize('NFKC').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

// The prompt in a normal form for the search. Only databases in UTF-8 can normalise text.
const comparablePrompt = sql`case current_setting('server_encoding') when 'UTF8' then normalize(${batch.prompt}, NFKC) else ${batch.prompt} end`

const FILTERS: Readonly<Record<string, SQL>> = {
  taskStatus: eq(task.status, sql.placeholder('taskStatus')),
  isCollect: eq(task.isCollect, sql.placeholder('isCollect')),
  bizType: eq(batch.bizType, sql.placeholder('bizType')),
  // Searches for the upper-case text too: a database with the locale C changes the case of ASCII letters only.
  search: sql`(${ilike(comparablePrompt, sql.placeholder('search'))} or ${ilike(comparablePrompt, sql.placeholder('upperCaseSearch'))})`,
}
const BATCH_FILTERS = new Set(['bizType', 'search'])

type Queries = ReturnType<typeof prepareQueries>

const preparedQueries = new WeakMap<Database, Map<string, Queries>>()

/** The queries of a page and of its count, built once per set of filters. */
function queriesFor(db: Database, filters: readonly string[]): Queries {
  const queriesByName = preparedQueries.get(db) ?? new Map<string, Queries>()
  preparedQueries.set(db, queriesByName)
  const name = ['history', ...filters].join(' ')
  const queries = queriesByName.get(name) ?? prepareQueries(db, name, filters)
  queriesByName.set(name, queries)
  return queries
}

function prepareQueries(db: Database, name: string, filters: readonly string[]) {
  const isWanted = and(eq(task.ownerId, sql.placeholder('ownerId')), notDeleted, ...filters.map((filter) => FILTERS[filter]))
  const pageQuery = db
    .select({ task, batch })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(isWanted)
    .orderBy(desc(task.createdAtMs), asc(task.batchId), asc(task.take))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  const countQuery = db.select({ size: count() }).from(task).$dynamic()
  const isOfBatch = filters.some((filter) => BATCH_FILTERS.has(filter))
  const totalQuery = (isOfBatch ? countQuery.innerJoin(batch, eq(batch.id, task.batchId)) : countQuery).where(isWanted)
  return { pageQuery: pageQuery.prepare(name), totalQuery: totalQuery.prepare(`count of ${name}`) }
}

interface Row extends Omit<BatchTask, 'elapsedMs' | 'isEngineAway'> {
  readonly modelName: string
  readonly createdAtMs: string
  readonly finishedAtMs: string | null
}

/** The tasks of one batch. `queuePosition` is the position of a task among the waiting tasks, 1 for the next task. */
export async function queryBatch({ ctx, input }: CallRequest<typeof queryBatchCall>): Promise<CallAnswer<typeof queryBatchCall>> {
  const rows = await selectTasks(ctx, { batchId: input.batchId })
  if (!rows.ok) return rows
  if (rows.value.length === 0) return refuse('H4001')
  const nowMs = ctx.nowMs()
  return ok({ batchId: input.batchId, tasks: rows.value.map((row) => toBatchTask(row, ctx, nowMs)) })
}

function toBatchTask({ createdAtMs, finishedAtMs, modelName, ...task }: Row, { awayOf }: Context, nowMs: number): BatchTask {
  const isEngineAway = task.status === 'PENDING' && awayOf(modelName) !== undefined
  const elapsedMs = Math.max(0, Number(finishedAtMs ?? nowMs) - Number(createdAtMs))
  return { ...task, elapsedMs, ...(isEngineAway && { isEngineAway }) }
}

const selectTasks = defineCallerRows<Row, { batchId: string }>(
  'tasks of a batch',
  (
    value,
    ownerId,
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
    where t.batch_id = ${value('batchId')} and t.owner_id = ${ownerId} and t.deleted_at_ms is null
    order by t.take`,
)

export async function queryTask({ ctx, input }: { ctx: Context; input: { readonly taskId: string } }): Promise<Answer<Creation>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const [row] = await ctx.db
    .select({ task, batch })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(and(eq(task.id, input.taskId), eq(task.ownerId, owner.value), notDeleted))
  return row === undefined ? refuse('H4001') : ok(toCreation(row))
}
