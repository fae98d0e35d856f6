import type { Database } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/disk.ts'
import type { GenerationQueue } from '#server/context.ts'
import { and, asc, eq, getTableColumns, lt } from 'drizzle-orm'
import { task } from '#server/platform/database/schema.ts'
import { failTask, requeueTask } from './task-ends.ts'

/** A task whose attempts ended this often without a result fails. */
export const MAX_ATTEMPTS = 3
export const GIVEN_UP_TEXT = 'This video could not be made. Your points are back.'

export interface Recovery {
  readonly db: Database
  readonly queue: GenerationQueue
  readonly files: Pick<MediaStore, 'remove'>
  readonly nowMs: number
  /** Whether every running task is lost, as at the start of the only process of a database. */
  readonly isEveryLeaseOver: boolean
  /** Running tasks of this process: their leases may have expired while the computer slept. */
  readonly isRunningHere: (taskId: string) => boolean
}

/** Requeues tasks whose worker is gone or could not store the result, or fails them after too many attempts; gives every waiting task a job. */
export async function recoverTasks({ db, queue, files, nowMs, isEveryLeaseOver, isRunningHere }: Recovery): Promise<void> {
  const { id: taskId, worker, attempts: attempt, videoName, posterName } = getTableColumns(task)
  const lost = await db
    .select({ taskId, worker, attempt, videoName, posterName })
    .from(task)
    .where(and(eq(task.status, 'PROCESSING'), isEveryLeaseOver ? undefined : lt(task.leaseUntilMs, nowMs)))
  for (const found of lost) {
    if (isRunningHere(found.taskId)) continue
    const lease = { ...found, worker: found.worker ?? '' }
    if (lease.attempt >= MAX_ATTEMPTS) await failTask({ db, files }, lease, GIVEN_UP_TEXT, nowMs)
    else await requeueTask(db, queue, lease, false)
  }
  await db.transaction(async (tx) => {
    const waiting = await tx
      .select({ id: task.id })
      .from(task)
      .where(eq(task.status, 'PENDING'))
      .orderBy(asc(task.createdAtMs), asc(task.batchId), asc(task.take))
    await queue.send(
      tx,
      waiting.map(({ id }) => id),
    )
  })
  queue.wake()
}
