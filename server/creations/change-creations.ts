import { type Transaction, and, eq, inArray, inTransaction, task } from '#server/database/database.ts'
import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type * as generation from '#shared/api/generation.ts'
import { requireOwner, lockOwner } from '#server/verbs/require-owner.ts'
import { isGenerating, RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import { lockOwnTasks, notDeleted } from './creation-rows.ts'
import { appendLocked } from '#server/billing/ledger.ts'
import { signal } from '#server/queue/signals.ts'
import { recordOrder } from './jobs/task-ends.ts'

/** Adds creations to the collection or removes them; all of them, or none if one is missing. */
export async function collectCreations({ ctx, input }: CallRequest<typeof generation.collectCreations>): Promise<Answer<object>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  return inTransaction(ctx.db, async (tx): Promise<Answer<object>> => {
    const tasks = await lockOwnTasks(tx, owner.value, input.ids)
    if (tasks?.every(({ deletedAtMs }) => deletedAtMs === null) !== true) return refuse('H4001')
    await tx
      .update(task)
      .set({ isCollect: input.op === 1 })
      .where(inArray(task.id, input.ids))
    return ok({})
  })
}

/** Deletes ended creations, all or none. A repeated call does not extend the time to restore them. */
export async function deleteCreations({ ctx, input }: CallRequest<typeof generation.deleteCreations>): Promise<Answer<object>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  return inTransaction(ctx.db, async (tx): Promise<Answer<object>> => {
    const tasks = await lockOwnTasks(tx, owner.value, input.ids)
    if (tasks === undefined) return refuse('H4001')
    if (tasks.some(({ status }) => isGenerating(status))) return refuse('H4021')
    await tx
      .update(task)
      .set({ deletedAtMs: ctx.nowMs() })
      .where(and(inArray(task.id, input.ids), notDeleted))
    return ok({})
  })
}

/** Restores deleted creations, all or none; H4001 if one of them can no longer be restored. */
export async function restoreCreations({ ctx, input }: CallRequest<typeof generation.restoreCreations>): Promise<Answer<object>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  return inTransaction(ctx.db, async (tx): Promise<Answer<object>> => {
    const tasks = await lockOwnTasks(tx, owner.value, input.ids)
    const sinceMs = ctx.nowMs() - RESTORE_WINDOW_MS
    const canRestore = tasks?.every(({ deletedAtMs, isErased }) => deletedAtMs === null || (deletedAtMs >= sinceMs && !isErased))
    if (canRestore !== true) return refuse('H4001')
    await tx.update(task).set({ deletedAtMs: null }).where(inArray(task.id, input.ids))
    return ok({})
  })
}

/**
 * Cancels a waiting or running task, returns its points and stops the work; H4021 if the task has ended. The end of a task and its
 * cancellation both lock the owner, so only one of them happens.
 */
export async function cancelTask({
  ctx,
  input,
}: {
  ctx: Context
  input: { readonly taskId: string }
}): Promise<Answer<{ pointsReturned: number }>> {
  const owner = await requireOwner(ctx)
  return owner.ok ? cancelTaskOf(ctx, owner.value, input.taskId) : owner
}

/** Cancels a task for its authenticated owner or for an operator. `alsoRun` runs in the cancellation's transaction. */
export async function cancelTaskOf(
  ctx: Context,
  ownerId: string,
  taskId: string,
  alsoRun: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Answer<{ pointsReturned: number }>> {
  const isOwnTask = and(eq(task.id, taskId), eq(task.ownerId, ownerId), notDeleted)
  let handleToDrop: string | null = null
  const outcome = await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, ownerId)
    const [row] = await tx.select().from(task).where(isOwnTask).for('update')
    if (row === undefined) return refuse('H4001')
    if (row.status === 'CANCELLED') return ok({ pointsReturned: row.points })
    if (!isGenerating(row.status)) return refuse('H4021')
    const nowMs = ctx.nowMs()
    await tx.update(task).set({ status: 'CANCELLED', stage: null, leaseUntilMs: null, finishedAtMs: nowMs }).where(isOwnTask)
    handleToDrop = row.engineHandle
    const note = row.status === 'PENDING' ? 'Canceled before rendering' : 'Canceled while rendering'
    const ledgerAnswer = await appendLocked(tx, ownerId, [{ kind: 'return', amount: row.points, taskId, note }], nowMs)
    await recordOrder(tx, row, { outcome: 'cancelled', points: 0, endedAtMs: nowMs })
    await signal(tx, 'cancelled', taskId)
    await alsoRun(tx)
    return ledgerAnswer.ok ? ok({ pointsReturned: row.points }) : ledgerAnswer
  })
  if (!outcome.ok) return outcome
  if (handleToDrop !== null) ctx.dropWork(handleToDrop)
  return outcome
}
