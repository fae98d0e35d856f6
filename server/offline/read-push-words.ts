import type { Database } from '#server/platform/database/database.ts'
import type { PushMessageData } from '#shared/contract/push-message.ts'
import { and, eq } from 'drizzle-orm'
import { batch, task } from '#server/platform/database/schema.ts'
import { notDeleted } from '#server/creations/own-tasks.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { firstWords } from '#shared/domain/item-head.ts'
import { MAX_PUSH_WORDS } from '#shared/domain/push-rules.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'

/** What a browser of `ownerId` is told of a task's end; undefined where there is nothing to tell, as of one that was deleted since. */
export async function readPushWords(db: Database, taskId: string, ownerId: string): Promise<PushMessageData | undefined> {
  const [ended] = await db
    .select({ status: task.status, errorMsg: task.errorMsg, batchId: batch.id, bizType: batch.bizType, prompt: batch.prompt })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(and(eq(task.id, taskId), eq(task.ownerId, ownerId), notDeleted))
  if (ended?.status === 'SUCCESS') {
    const path = creationPath({ id: taskId, bizType: ended.bizType, batchId: ended.batchId })
    const body = firstWords(ended.prompt, MAX_PUSH_WORDS)
    return { taskId, status: 'SUCCESS', title: 'A background task finished successfully', body, path }
  }
  if (ended?.status !== 'FAILED') return undefined
  const body = firstWords(ended.errorMsg ?? '', MAX_PUSH_WORDS)
  return { taskId, status: 'FAILED', title: 'A background task execution failed', body, path: ROUTES.creations }
}
