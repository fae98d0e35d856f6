import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { task } from '#server/platform/database/schema.ts'
import { cancelTaskOf } from '#server/creations/change-creations.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { steerTask } from '#shared/api/operator-acts.ts'
import { type Result, ok } from '#shared/result.ts'
import { recordAct } from './acts.ts'
import type { Operator } from './require-operator.ts'

interface Request {
  readonly ctx: Context
  readonly input: CallInput<typeof steerTask>
  readonly operator: Operator
}

export function cancelOrRetryTask(request: Request): Promise<Result<object, ServiceFailure>> {
  return request.input.act === 'cancel' ? cancel(request) : retry(request)
}

/** As its owner cancels it: the points go back. */
async function cancel({ ctx, input: { taskId }, operator }: Request): Promise<Result<object, ServiceFailure>> {
  const [found] = await ctx.db.select({ ownerId: task.ownerId }).from(task).where(eq(task.id, taskId))
  if (found === undefined) return refuse('H4001')
  const cancelled = await cancelTaskOf(ctx, found.ownerId, taskId, (tx) =>
    recordAct(tx, ctx, operator, { act: 'cancel_task', subject: 'task', subjectId: taskId }),
  )
  return cancelled.ok ? ok({}) : cancelled
}

/** Gives a waiting task a job again. One that has failed has given its points back, and is for its owner to order anew. */
async function retry({ ctx, input: { taskId }, operator }: Request): Promise<Result<object, ServiceFailure>> {
  return inTransaction<object, ServiceFailure>(ctx.db, async (tx) => {
    const isWaiting = and(eq(task.id, taskId), eq(task.status, 'PENDING'))
    const [waiting] = await tx.select({ id: task.id }).from(task).where(isWaiting).for('update')
    if (waiting === undefined) return refuse('H4021')
    await ctx.queue.send(tx, [taskId])
    await recordAct(tx, ctx, operator, { act: 'retry_task', subject: 'task', subjectId: taskId })
    return ok({})
  })
}
