import { sql } from 'drizzle-orm'
import { handleEngine } from '#server/motion/engines/remote/remote-provider.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { engineOrder, task } from '#server/platform/database/schema.ts'

const MICROS = 1_000_000

export type OrderedTask = Pick<typeof task.$inferSelect, 'id' | 'batchId' | 'movedTo' | 'engineHandle'>

interface OrderEnd {
  readonly outcome: (typeof engineOrder.$inferSelect)['outcome']
  /** What stays paid for it. */
  readonly points: number
  readonly costUsd?: number | undefined
  readonly endedAtMs: number
}

/** Records what was ordered at a service for a task, in the transaction of its end; nothing where nothing was ordered. */
export async function recordOrder(tx: Transaction, { id, batchId, movedTo, engineHandle }: OrderedTask, end: OrderEnd): Promise<void> {
  const engine = handleEngine(engineHandle)
  if (engine === null) return
  const costMicros = end.costUsd === undefined ? null : Math.round(end.costUsd * MICROS)
  await tx.execute(sql`insert into engine_order (task_id, engine, model_name, outcome, points, cost_micros, ended_at_ms)
    select ${id}, ${engine}, coalesce(${movedTo}, model_name), ${end.outcome}, ${end.points}::int, ${costMicros}::bigint, ${end.endedAtMs}::bigint
    from batch where id = ${batchId}
    on conflict do nothing`)
}
