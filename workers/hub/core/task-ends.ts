import type { BatchTask } from '#shared/api/generation.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { TrackedBatchRow } from '#shared/storage/hub-records.ts'
import { TOLD_BY_PUSH } from '#shared/domain/push-rules.ts'
import { pushedKey } from '#shared/storage/keys.ts'
import { announcedEnd } from '#shared/domain/task.ts'
import { putFinished, readFinished } from '#workers/hub/core/hub-rows.ts'

type TaskEnd = Pick<BatchTask, 'id' | 'status' | 'errorMsg'>

/** Remembers each task that has come to its end, once; gives how many are new. */
export async function noteEnds(tx: StoreTransaction, batch: TrackedBatchRow, tasks: readonly TaskEnd[], nowMs: number): Promise<number> {
  const { batchId, account, bizType, settings, points, sourceUrl, width, height, lastSource } = batch
  const share = Math.round(points / batch.tasks.length)
  let count = 0
  for (const { id: taskId, status: state, errorMsg } of tasks) {
    const status = announcedEnd(state)
    if (status === null || (await readFinished(tx, taskId)) !== undefined) continue
    count += 1
    const facts = { taskId, account, batchId, bizType, status, errorMsg, settings, points: share, sourceUrl, width, height, lastSource }
    const announcedBy = (await tx.get(pushedKey(taskId))) === undefined ? null : TOLD_BY_PUSH
    putFinished(tx, { ...facts, finishedAtMs: nowMs, announcedBy, isDismissed: false })
  }
  return count
}
