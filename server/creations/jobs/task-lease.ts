import type { ModelFilter } from '#server/motion/engine.ts'
import { type Database, type Transaction, and, asc, eq, exists, inArray, lt, notInArray, sql } from '#server/database/database.ts'
import { batch, task, databaseNowMs } from '#server/database/schema.ts'

/** How long a lease is valid after its last renewal, in ms. The database's clock measures it, because clocks of machines differ. */
export const LEASE_MS = 25_000

const leaseEndMs = sql<number>`${databaseNowMs} + ${LEASE_MS}`
export const isLeaseOver = lt(task.leaseUntilMs, databaseNowMs)

/** The right to work on a task, for one worker and one attempt. Every write checks it, so an outdated worker overwrites nothing. */
export interface Lease {
  readonly taskId: string
  readonly worker: string
  readonly attempt: number
  readonly videoName: string
  readonly posterName: string
}

export interface ClaimedTask extends Lease {
  readonly variation: number
  readonly engineHandle: string | null
  /** The model of the batch, or the model that replaced it. */
  readonly modelName: string
  readonly batch: typeof batch.$inferSelect
}

/**
 * PENDING -> PROCESSING for the oldest waiting task of the given models, independent of the job that woke the worker. Undefined if no task
 * waits.
 */
export async function claimTask(db: Database, worker: string, models?: ModelFilter): Promise<ClaimedTask | undefined> {
  const oldestTask = db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.status, 'PENDING'), isOfModels(db, models)))
    .orderBy(asc(task.createdAtMs), asc(task.batchId), asc(task.take))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(task)
    .set({
      status: 'PROCESSING',
      stage: 'preparing',
      progress: null,
      leftMs: null,
      worker,
      attempts: sql`${task.attempts} + 1`,
      leaseUntilMs: leaseEndMs,
    })
    .where(and(eq(task.id, oldestTask), eq(task.status, 'PENDING')))
    .returning()
  if (row === undefined) return undefined
  const [taskBatch] = await db.select().from(batch).where(eq(batch.id, row.batchId))
  if (taskBatch === undefined) throw new Error(`task ${row.id} has no batch`)
  const { id: taskId, take: variation, videoName, posterName, engineHandle, movedTo } = row
  const lease = { taskId, worker, attempt: row.attempts, videoName, posterName }
  return { ...lease, variation, engineHandle, modelName: movedTo ?? taskBatch.modelName, batch: taskBatch }
}

/** The condition for tasks of these models, or tasks moved to one of them. */
export function isOfModels(db: Database | Transaction, models: ModelFilter | undefined) {
  if (models === undefined) return undefined
  const hasModel = (models.mode === 'only' ? inArray : notInArray)(sql`coalesce(${task.movedTo}, ${batch.modelName})`, [...models.names])
  return exists(
    db
      .select({ id: batch.id })
      .from(batch)
      .where(and(eq(batch.id, task.batchId), hasModel)),
  )
}

/** The condition for writes under a lease: the task is still processed by the lease's worker, in the same attempt. */
export function underLease(lease: Lease) {
  return and(eq(task.id, lease.taskId), eq(task.status, 'PROCESSING'), eq(task.worker, lease.worker), eq(task.attempts, lease.attempt))
}

/** The progress of a task, and the handle with which a later run resumes the work. */
export type LeaseReport = Partial<Pick<typeof task.$inferSelect, 'stage' | 'engineHandle' | 'progress' | 'leftMs'>>

/** Renews the lease and stores the progress; false if the lease is lost. */
export async function renewLease(db: Database, lease: Lease, report: LeaseReport): Promise<boolean> {
  const renewedRows = await db
    .update(task)
    .set({ ...report, leaseUntilMs: leaseEndMs })
    .where(underLease(lease))
    .returning({ id: task.id })
  return renewedRows.length > 0
}
