import { type Database, type SQL, and, asc, eq, lte, sql, batch, task } from '#server/database/database.ts'
import type { GenerationQueue } from './generation-queue.ts'
import { type AwayEngine, type EngineSet, modelsWithout } from '#server/motion/engine.ts'
import { standInModels } from '#shared/domain/stand-in-models.ts'
import { failWaiting } from './task-ends.ts'
import { isOfModels } from './task-lease.ts'

const MAX_TASKS_AT_ONCE = 100
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

interface WaitingTask {
  readonly task: typeof task.$inferSelect
  readonly batch: typeof batch.$inferSelect
}

/**
 * Moves tasks of unreachable engines to the next equivalent model, if the user agreed and no order was sent. Fails tasks that have waited
 * too long. Rule: docs/motion.md, "Engines that are away".
 */
export async function moveWaitingTasks(deps: MovingDeps, awayEngines: ReadonlyMap<string, AwayEngine>): Promise<void> {
  const { db, engines } = deps
  for (const engine of engines.all) {
    const awaySinceMs = awayEngines.get(engine.name)?.sinceMs
    if (awaySinceMs === undefined) continue
    const isOfEngine = isOfModels(db, modelsWithout(engines, new Set(engines.all.filter((other) => other !== engine))))
    const isPending = and(eq(task.status, 'PENDING'), isOfEngine)
    const mayMove = and(isPending, batch.mayMove, IS_NOT_ORDERED)
    for (const waitingTask of await selectOldest(db, mayMove)) await moveTask(deps, waitingTask, awayEngines)
    const createdBeforeMs = deps.nowMs() - deps.waitLimitMs
    if (awaySinceMs > createdBeforeMs) continue
    for (const overdueTask of await selectOldest(db, and(isPending, lte(task.createdAtMs, createdBeforeMs))))
      await failWaiting(db, overdueTask.task.id, STAYED_AWAY_TEXT, deps.nowMs())
  }
}

function selectOldest(db: Database, where: SQL | undefined): Promise<WaitingTask[]> {
  return db
    .select()
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(where)
    .orderBy(asc(task.createdAtMs), asc(task.batchId), asc(task.take))
    .limit(MAX_TASKS_AT_ONCE)
}

async function moveTask(
  { db, queue, engines }: MovingDeps,
  waitingTask: WaitingTask,
  awayEngines: ReadonlyMap<string, AwayEngine>,
): Promise<void> {
  const standIn = findStandIn(engines, waitingTask, awayEngines)
  if (standIn === undefined) return
  await db.transaction(async (tx) => {
    const [movedRow] = await tx
      .update(task)
      .set({ movedTo: standIn.modelName, movedPoints: standIn.points })
      .where(and(eq(task.id, waitingTask.task.id), eq(task.status, 'PENDING'), IS_NOT_ORDERED))
      .returning({ id: task.id })
    if (movedRow !== undefined) await queue.send(tx, [movedRow.id])
  })
}

/** The first other reachable model with the same abilities and no higher price. */
function findStandIn(
  { parameters, engineOf }: EngineSet,
  { task: { movedTo, points }, batch: requestedBatch }: WaitingTask,
  awayEngines: ReadonlyMap<string, AwayEngine>,
) {
  const request = { ...requestedBatch, modelName: movedTo ?? requestedBatch.modelName }
  return standInModels(parameters.series, request, points).find(({ modelName }) => !awayEngines.has(engineOf(modelName).name))
}
