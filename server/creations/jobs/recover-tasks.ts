import { type Database, type SQL, and, asc, eq, getTableColumns, isDatabaseAway, task } from '#server/database/database.ts'
import type { MediaStore } from '#server/media-store/file-store.ts'
import type { ModelFilter } from '#server/motion/engine.ts'
import type { GenerationQueue } from './generation-queue.ts'
import { failTask, requeueTask } from './task-ends.ts'
import { isLeaseOver, isOfModels, LEASE_MS } from './task-lease.ts'

/** A task fails after this many attempts without a result. */
export const MAX_ATTEMPTS = 3
export const GIVEN_UP_TEXT = "We couldn't render this video, so your points were returned. Try again."

/** This many of the oldest waiting tasks get a job. One job is enough to wake a worker, which claims the oldest task itself. */
const MAX_JOBS_AT_ONCE = 100

export interface RecoveryDeps {
  readonly db: Database
  readonly queue: GenerationQueue
  readonly files: Pick<MediaStore, 'remove'>
  readonly nowMs: () => number
  /** Whether a task runs in this process. Its lease may have expired while the computer was asleep. */
  readonly isRunningHere: (taskId: string) => boolean
  /** Models whose engines accept orders; undefined: all. */
  readonly claimable: () => ModelFilter | undefined
}

/**
 * Requeues tasks whose worker is gone or could not store the result, or fails them after too many attempts. Queues jobs for the oldest
 * tasks. No worker can renew a lease while the database is away, so afterwards all leases are valid for one more period.
 */
export function createRecovery({ db, queue, files, nowMs, isRunningHere, claimable }: RecoveryDeps) {
  let leasesHoldUntilMs = 0

  async function endLostTasks(condition: SQL | undefined): Promise<void> {
    const { id: taskId, worker, attempts: attempt, videoName, posterName } = getTableColumns(task)
    const lostTasks = await db
      .select({ taskId, worker, attempt, videoName, posterName })
      .from(task)
      .where(and(eq(task.status, 'PROCESSING'), condition))
    for (const lostTask of lostTasks) {
      if (isRunningHere(lostTask.taskId)) continue
      const lease = { ...lostTask, worker: lostTask.worker ?? '' }
      if (lease.attempt >= MAX_ATTEMPTS) await failTask({ db, files }, lease, GIVEN_UP_TEXT, nowMs())
      else await requeueTask(db, queue, lease, false)
    }
  }

  return {
    /** Requeues every running task: at the start of a database's only process, all of them are lost. */
    async startOver(): Promise<void> {
      await endLostTasks(undefined)
      await queueWaitingTasks(db, queue, claimable())
    },
    async sweep(): Promise<void> {
      try {
        if (performance.now() >= leasesHoldUntilMs) await endLostTasks(isLeaseOver)
        await queueWaitingTasks(db, queue, claimable())
      } catch (error) {
        if (isDatabaseAway(error)) leasesHoldUntilMs = performance.now() + LEASE_MS
        throw error
      }
    },
  }
}

async function queueWaitingTasks(db: Database, queue: GenerationQueue, models: ModelFilter | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const waitingTasks = await tx
      .select({ id: task.id })
      .from(task)
      .where(and(eq(task.status, 'PENDING'), isOfModels(tx, models)))
      .orderBy(asc(task.createdAtMs), asc(task.batchId), asc(task.take))
      .limit(MAX_JOBS_AT_ONCE)
    await queue.refill(
      tx,
      waitingTasks.map(({ id }) => id),
    )
  })
}
