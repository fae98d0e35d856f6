import { type Database, type SQL, type Transaction, and, eq, sql } from '#server/database/database.ts'
import { type engineOrder, media, task } from '#server/database/schema.ts'
import type { GenerationQueue } from './generation-queue.ts'
import type { EngineResult } from '#server/motion/engine.ts'
import type { MediaStore } from '#server/media-store/file-store.ts'
import { appendLocked } from '#server/billing/ledger.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { queuePush } from '#server/queue/queue-push.ts'
import { type ClaimedTask, type Lease, underLease } from './task-lease.ts'
import { engineOfHandle } from '#server/motion/remote-provider.ts'

/**
 * PROCESSING -> SUCCESS: stores the result and settles the hold, in one transaction. If a cheaper model rendered the video, the user gets
 * the difference in points back. False if the lease is lost.
 */
export async function succeedTask(
  db: Database,
  claimedTask: ClaimedTask,
  result: EngineResult & { readonly posterBytes: number },
  nowMs: number,
): Promise<boolean> {
  const { taskId } = claimedTask
  return db.transaction(async (tx) => {
    const ownerId = await lockTaskOwner(tx, taskId)
    const { width, height } = result
    const [endedTask] = await tx
      .update(task)
      .set({ status: 'SUCCESS', stage: null, leaseUntilMs: null, width, height, finishedAtMs: nowMs })
      .where(underLease(claimedTask))
      .returning()
    if (endedTask === undefined) return false
    const file = { ownerId, state: 'stored' as const, width, height, createdAtMs: nowMs }
    await tx.insert(media).values([
      { ...file, name: claimedTask.videoName, kind: 'video', contentType: 'video/mp4', bytes: result.bytes },
      { ...file, name: claimedTask.posterName, kind: 'poster', contentType: 'image/jpeg', bytes: result.posterBytes },
    ])
    const paidPoints = Math.min(endedTask.points, endedTask.movedPoints ?? endedTask.points)
    const note = paidPoints === endedTask.points ? 'Video finished' : 'Video finished with a less expensive model'
    await appendLocked(tx, ownerId, [{ kind: 'settle', amount: endedTask.points - paidPoints, taskId, note }], nowMs)
    await recordOrder(tx, endedTask, { outcome: 'made', points: paidPoints, costUsd: result.costUsd, endedAtMs: nowMs })
    if (endedTask.deletedAtMs === null) await queuePush(tx, ownerId, { taskId }, nowMs)
    return true
  })
}

/** PROCESSING -> FAILED: returns the reserved points in the same transaction, then deletes the files. False if the lease is lost. */
export async function failTask(
  { db, files }: { readonly db: Database; readonly files: Pick<MediaStore, 'remove'> },
  lease: Lease,
  errorMsg: string,
  nowMs: number,
): Promise<boolean> {
  const { taskId } = lease
  const isFailed = await db.transaction(async (tx) => {
    const ownerId = await lockTaskOwner(tx, taskId)
    return endAsFailed(tx, underLease(lease), { taskId, ownerId, errorMsg, nowMs })
  })
  // A file that cannot be removed now is removed with the deleted creation, or with the account.
  if (isFailed) await Promise.allSettled([files.remove(lease.videoName), files.remove(lease.posterName)])
  return isFailed
}

/** PENDING -> FAILED for a task without a worker. Returns the reserved points in the same transaction. */
export async function failWaiting(db: Database, taskId: string, errorMsg: string, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    const ownerId = await lockTaskOwner(tx, taskId)
    await endAsFailed(tx, and(eq(task.id, taskId), eq(task.status, 'PENDING')), { taskId, ownerId, errorMsg, nowMs })
  })
}

interface TaskFailure {
  readonly taskId: string
  readonly ownerId: string
  readonly errorMsg: string
  readonly nowMs: number
}

async function endAsFailed(tx: Transaction, where: SQL | undefined, { taskId, ownerId, errorMsg, nowMs }: TaskFailure): Promise<boolean> {
  const [endedTask] = await tx
    .update(task)
    .set({ status: 'FAILED', stage: null, leaseUntilMs: null, errorMsg, finishedAtMs: nowMs })
    .where(where)
    .returning()
  if (endedTask === undefined) return false
  await appendLocked(tx, ownerId, [{ kind: 'return', amount: endedTask.points, taskId, note: 'Video failed' }], nowMs)
  await recordOrder(tx, endedTask, { outcome: 'failed', points: 0, endedAtMs: nowMs })
  if (endedTask.deletedAtMs === null) await queuePush(tx, ownerId, { taskId }, nowMs)
  return true
}

/** PROCESSING -> PENDING with a new job; an interrupted attempt does not count. */
export async function requeueTask(db: Database, queue: GenerationQueue, lease: Lease, isInterrupted: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const requeuedRows = await tx
      .update(task)
      .set({
        status: 'PENDING',
        stage: null,
        worker: null,
        leaseUntilMs: null,
        ...(isInterrupted ? { attempts: sql`${task.attempts} - 1` } : {}),
      })
      .where(underLease(lease))
      .returning({ id: task.id })
    await queue.send(
      tx,
      requeuedRows.map(({ id }) => id),
    )
  })
}

/** Locks the current owner, because the visitor may have become an account meanwhile. */
async function lockTaskOwner(tx: Transaction, taskId: string): Promise<string> {
  const readOwnerId = async () => {
    const [row] = await tx.select({ ownerId: task.ownerId }).from(task).where(eq(task.id, taskId))
    if (row === undefined) throw new Error(`task ${taskId} is not there`)
    return row.ownerId
  }
  const seenOwnerId = await readOwnerId()
  return (await lockOwner(tx, seenOwnerId))
    ? seenOwnerId
    : readOwnerId().then((nextOwnerId) => (nextOwnerId === seenOwnerId ? seenOwnerId : lockTaskOwner(tx, taskId)))
}

type OrderedTask = Pick<typeof task.$inferSelect, 'id' | 'batchId' | 'movedTo' | 'engineHandle'>

interface OrderEnd {
  readonly outcome: (typeof engineOrder.$inferSelect)['outcome']
  /** The points that the user has paid in the end. */
  readonly points: number
  readonly costUsd?: number | undefined
  readonly endedAtMs: number
}

const MICROS_PER_UNIT = 1_000_000

/** Records a task's order at a service, in the transaction of its end; nothing without an order. */
export async function recordOrder(tx: Transaction, { id, batchId, movedTo, engineHandle }: OrderedTask, end: OrderEnd): Promise<void> {
  const engine = engineOfHandle(engineHandle)
  if (engine === null) return
  const costMicros = end.costUsd === undefined ? null : Math.round(end.costUsd * MICROS_PER_UNIT)
  await tx.execute(sql`insert into engine_order (task_id, engine, model_name, outcome, points, cost_micros, ended_at_ms)
    select ${id}, ${engine}, coalesce(${movedTo}, model_name), ${end.outcome}, ${end.points}::int, ${costMicros}::bigint, ${end.endedAtMs}::bigint
    from batch where id = ${batchId}
    on conflict do nothing`)
}
