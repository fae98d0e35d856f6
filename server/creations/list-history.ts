import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { getHistory, History } from '#shared/api/generation.ts'
import { type SQL, and, asc, count, desc, eq, ilike, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { batch, task } from '#server/platform/database/schema.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { type Result, ok } from '#shared/result.ts'
import { notDeleted, toCreation } from './creation-rows.ts'

type Input = CallInput<typeof getHistory>

/** The caller's creations, newest first, the videos of a batch together. */
export async function listHistory({ ctx, input }: { ctx: Context; input: Input }): Promise<Result<History, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { curPage, pageSize, taskStatus, isCollect, bizType, search } = input
  const narrowed = {
    ...(taskStatus !== 'ALL' && { taskStatus }),
    ...(isCollect !== undefined && { isCollect: isCollect === '1' }),
    ...(bizType !== undefined && { bizType }),
    ...(search !== undefined && { search: `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` }),
  }
  const { page, total } = queriesFor(ctx.db, Object.keys(narrowed))
  const wanted = { ...narrowed, ownerId: owner.value }
  const rows = await page.execute({ ...wanted, limit: pageSize, offset: (curPage - 1) * pageSize })
  const [counted] = await total.execute(wanted)
  return ok({ data: rows.map(toCreation), totalSize: counted?.size ?? 0 })
}

const FILTERS: Readonly<Record<string, SQL>> = {
  taskStatus: eq(task.status, sql.placeholder('taskStatus')),
  isCollect: eq(task.isCollect, sql.placeholder('isCollect')),
  bizType: eq(batch.bizType, sql.placeholder('bizType')),
  search: ilike(batch.prompt, sql.placeholder('search')),
}
const OF_BATCH = new Set(['bizType', 'search'])

type Queries = ReturnType<typeof prepare>

const prepared = new WeakMap<Database, Map<string, Queries>>()

/** The queries of a page and of its count, put together once for each set of filters. */
function queriesFor(db: Database, filters: readonly string[]): Queries {
  const own = prepared.get(db) ?? new Map<string, Queries>()
  prepared.set(db, own)
  const name = ['history', ...filters].join(' ')
  const queries = own.get(name) ?? prepare(db, name, filters)
  own.set(name, queries)
  return queries
}

function prepare(db: Database, name: string, filters: readonly string[]) {
  const wanted = and(eq(task.ownerId, sql.placeholder('ownerId')), notDeleted, ...filters.map((filter) => FILTERS[filter]))
  const page = db
    .select({ task, batch })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(wanted)
    .orderBy(desc(task.createdAtMs), asc(task.batchId), asc(task.take))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  const counted = db.select({ size: count() }).from(task).$dynamic()
  const isOfBatch = filters.some((filter) => OF_BATCH.has(filter))
  const total = (isOfBatch ? counted.innerJoin(batch, eq(batch.id, task.batchId)) : counted).where(wanted)
  return { page: page.prepare(name), total: total.prepare(`count of ${name}`) }
}
