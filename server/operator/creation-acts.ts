import { type Transaction, and, eq, inArray, inTransaction, or, sql, operatorAct, task, media } from '#server/database/database.ts'
import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { cancelTaskOf } from '#server/creations/change-creations.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { steerTask, eraseFile } from '#shared/api/operator-acts.ts'
import { type Operator, type OperatorVerb, recordAct } from './operator-verb.ts'
import { mediaNameOf } from '#server/media-store/media-name.ts'

interface Request {
  readonly ctx: Context
  readonly input: CallInput<typeof steerTask>
  readonly operator: Operator
}

export function cancelOrRetryTask(request: Request): Promise<Answer<object>> {
  return request.input.act === 'cancel' ? cancelTask(request) : retryTask(request)
}

/** Cancels a task like its owner does: the points are returned. */
async function cancelTask({ ctx, input: { taskId }, operator }: Request): Promise<Answer<object>> {
  const [taskRow] = await ctx.db.select({ ownerId: task.ownerId }).from(task).where(eq(task.id, taskId))
  if (taskRow === undefined) return refuse('H4001')
  const cancellation = await cancelTaskOf(ctx, taskRow.ownerId, taskId, (tx) =>
    recordAct(tx, ctx, operator, { act: 'cancel_task', subject: 'task', subjectId: taskId }),
  )
  return cancellation.ok ? ok({}) : cancellation
}

/** Requeues a waiting task. A failed task has returned its points, so only its owner can order it again. */
async function retryTask({ ctx, input: { taskId }, operator }: Request): Promise<Answer<object>> {
  return inTransaction(ctx.db, async (tx) => {
    const isWaiting = and(eq(task.id, taskId), eq(task.status, 'PENDING'))
    const [waitingTask] = await tx.select({ id: task.id }).from(task).where(isWaiting).for('update')
    if (waitingTask === undefined) return refuse('H4021')
    await ctx.queue.send(tx, [taskId])
    await recordAct(tx, ctx, operator, { act: 'retry_task', subject: 'task', subjectId: taskId })
    return ok({})
  })
}

/**
 * Removes a file permanently. For a video or its poster, it removes both, and the creation from its owner's lists. Files are removed before
 * rows, so that a failed removal can be repeated. A repetition changes nothing.
 */
export const removeFile: OperatorVerb<typeof eraseFile> = async ({ ctx, input: { name: nameOrAddress, reason }, operator }) => {
  const name = mediaNameOf(nameOrAddress) ?? nameOrAddress
  return inTransaction(ctx.db, async (tx) => {
    const [file] = await tx.select({ name: media.name }).from(media).where(eq(media.name, name))
    if (file === undefined) return (await isFileRemoved(tx, name)) ? ok({}) : refuse('H4001')
    const { videoName, posterName } = task
    const erasedTasks = await tx
      .update(task)
      .set({ isErased: true, deletedAtMs: sql`coalesce(${task.deletedAtMs}, ${ctx.nowMs()})` })
      .where(or(eq(videoName, name), eq(posterName, name)))
      .returning({ videoName, posterName })
    const names = [...new Set([name, ...erasedTasks.flatMap((row) => [row.videoName, row.posterName])])]
    for (const fileName of names) await ctx.media.remove(fileName)
    await tx.delete(media).where(inArray(media.name, names))
    await recordAct(tx, ctx, operator, { act: 'take_down', subject: 'file', subjectId: name, detail: { reason } })
    return ok({})
  })
}

async function isFileRemoved(tx: Transaction, name: string): Promise<boolean> {
  const isRemovalOfFile = and(eq(operatorAct.act, 'take_down'), eq(operatorAct.subjectId, name))
  return (await tx.select({ seq: operatorAct.seq }).from(operatorAct).where(isRemovalOfFile).limit(1)).length > 0
}
