import { type Database, queryRows, sql } from '#server/database/database.ts'
import { type Context, type Answer, ok } from '#server/verbs/verb.ts'
import type { VideoParameters } from '#shared/api/generation.ts'

declare module '#server/verbs/services.ts' {
  interface Services {
    /** The median time from commit to video of each model, in ms. */
    readonly modelWaits: () => Promise<ReadonlyMap<string, number>>
  }
}

/**
 * Public: models with their durations, resolutions and points, and whether their engine is unavailable. With several models, also the
 * median time from commit to video of each.
 */
export async function listParameters({ ctx }: { ctx: Context }): Promise<Answer<VideoParameters>> {
  const { series } = ctx.parameters
  const waits = series.length === 1 ? undefined : await ctx.modelWaits()
  return ok({
    ...ctx.parameters,
    series: series.map((model) => withAvailability(model, waits?.get(model.modelName), ctx.awayOf(model.modelName))),
  })
}

/** Public: the models that support a start and an end frame. */
export async function listHeadTailParameters({ ctx }: { ctx: Context }): Promise<Answer<VideoParameters>> {
  const parameters = await listParameters({ ctx })
  return parameters.ok
    ? ok({ ...parameters.value, series: parameters.value.series.filter(({ endFrame }) => endFrame !== false) })
    : parameters
}

type Series = VideoParameters['series'][number]

function withAvailability(model: Series, waitMs: number | undefined, awayEngine: ReturnType<Context['awayOf']>): Series {
  return { ...model, ...(waitMs !== undefined && { waitMs }), ...(awayEngine !== undefined && { away: awayEngine }) }
}

const MEASURED_VIDEOS = 200
const WAITS_FRESH_MS = 60_000

/**
 * The median time from commit to video per model, over the latest videos, in ms. Queried at most once a minute, and unknown while the
 * database is unavailable.
 */
export function createModelWaits(db: Database, nowMs: () => number): Context['modelWaits'] {
  let readAtMs = Number.NEGATIVE_INFINITY
  let waits: Promise<ReadonlyMap<string, number>> = Promise.resolve(new Map())
  return async () => {
    if (nowMs() - readAtMs < WAITS_FRESH_MS) return waits
    readAtMs = nowMs()
    waits = readWaits(db).catch(() => new Map())
    return waits
  }
}

async function readWaits(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows<{ modelName: string; waitMs: number }>(
    db,
    sql`select model_name as "modelName", percentile_disc(0.5) within group (order by finished_at_ms - made.created_at_ms)::int as "waitMs"
      from (
        select batch_id, created_at_ms, finished_at_ms from task
        where status = 'SUCCESS' and edited_from is null
        order by created_at_ms desc limit ${MEASURED_VIDEOS}
      ) made
      join batch on batch.id = made.batch_id
      group by model_name`,
  )
  return new Map(rows.map(({ modelName, waitMs }) => [modelName, waitMs]))
}
