import { type Database, type SQL, and, asc, eq, lte, sql, batch, task } from '#server/database/database.ts'
import type { GenerationQueue } from './generation-queue.ts'
import { type AwayEngine, type EngineSet, modelsWithout } from '#server/motion/engine.ts'
import { standInModels } from '#shared/domain/stand-in-models.ts'
import { failWaiting } from './task-ends.ts'
import { isOfModels } from './task-lease.ts'

const AT_ONCE = 100
const IS_NOT_ORDERED = sql`coalesce(${task.engineHandle}, '') = ''`
export const STAYED_AWAY_TEXT =
  'The video service was unavailable for too long, so your points were returned. Try again later, or choose another model.'

export interface MovingDeps {
  readonly db: Database
  readonly queue: GenerationQueue
  readonly engines: EngineSet
  readonly nowMs: () => number
  /** How long a task waits for an unreachable engine, in ms. */
  readonly waitLimitMs: number
}

interface Waiting {
  readonly task: typeof task.$inferSelect
  readonly batch: typeof batch.$inferSelect
}

/**
 * Moves tasks of unreachable engines to the next equivalent model, if the user agreed and no order was sent. Fails tasks that have waited
 * too long. Rule: docs/motion.md, "Engines that are away".
 */
export async function moveWaiting(deps: MovingDeps, away: ReadonlyMap<string, AwayEngine>): Promise<void> {
  const { db, engines } = deps
  for (const engine of engines.all) {
    const since = away.get(engine.name)?.sinceMs
    if (since === undefined) continue
    const ofEngine = isOfModels(db, modelsWithout(engines, new Set(engines.all.filter((other) => other !== engine))))
    const isPending = and(eq(task.status, 'PENDING'), ofEngine)
    const mayMove = and(isPending, batch.mayMove, IS_NOT_ORDERED)
    for (const waiting of await oldest(db, mayMove)) await move(deps, waiting, away)
    const overdueMs = deps.nowMs() - deps.waitLimitMs
    if (since > overdueMs) continue
    for (const overdue of await oldest(db, and(isPending, lte(task.createdAtMs, overdueMs))))
      await failWaiting(db, overdue.task.id, STAYED_AWAY_TEXT, deps.nowMs())
  }
}

function oldest(db: Database, where: SQL | undefined): Promise<Waiting[]> {
  return db
    .select()
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(where)
    .orderBy(asc(task.createdAtMs), asc(task.batchId), asc(task.take))
    .limit(AT_ONCE)
}

async function move({ db, queue, engines }: MovingDeps, waiting: Waiting, away: ReadonlyMap<string, AwayEngine>): Promise<void> {
  const next = findNext(engines, waiting, away)
  if (next === undefined) return
  await db.transaction(async (tx) => {
    const [moved] = await tx
      .update(task)
      .set({ movedTo: next.modelName, movedPoints: next.points })
      .where(and(eq(task.id, waiting.task.id), eq(task.status, 'PENDING'), IS_NOT_ORDERED))
      .returning({ id: task.id })
    if (moved !== undefined) await queue.send(tx, [moved.id])
  })
}

/** The first other reachable model with the same abilities and no higher price. */
function findNext(
  { parameters, engineOf }: EngineSet,
  { task: { movedTo, points }, batch: asked }: Waiting,
  away: ReadonlyMap<string, AwayEngine>,
) {
  const wanted = { ...asked, modelName: movedTo ?? asked.modelName }
  return standInModels(parameters.series, wanted, points).find(({ modelName }) => !away.has(engineOf(modelName).name))
}
